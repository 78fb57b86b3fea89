"""`pytest --smem-tile`: tests use the simulated CUDA driver, and a test whose kernels have a finding fails with it."""

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("smem-tile")
    group.addoption("--smem-tile", action="store_true", help="run CUDA on the simulated driver, and fail tests whose kernels have findings")


def pytest_configure(config):
    if config.getoption("--smem-tile"):
        from smem_tile.driver import install

        # Before a test module imports a library that loads a driver.
        try:
            install()
        except (OSError, RuntimeError) as error:
            raise pytest.UsageError(f"--smem-tile: {error}") from None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    if not item.config.getoption("--smem-tile"):
        yield
        return
    from smem_tile.driver import observe

    with observe() as launches:
        outcome = yield
    findings = launches.findings()
    if findings and outcome.excinfo is None:
        sentences = [f"`{kernel}`: {message}" for kernel, message in findings]
        outcome.force_exception(pytest.fail.Exception("\n".join(sentences), pytrace=False))
    elif findings:
        item.add_report_section("call", "smem-tile", "\n".join(message for _, message in findings))
