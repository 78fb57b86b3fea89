"""Runs numba-cuda's own tests on the simulated driver, a process a module, and compares every outcome with `expected.tsv`.

    python run.py --program target/debug/smem-tile --logs FOLDER [--bless] FOLDER_OR_MODULE..

Rows of `expected.tsv` are tests that do not pass: the outcome, the test, the cause. A test that is skipped has numba's reason.
Exit code 1 where an outcome is another, or a test that fails has no cause.
"""

import argparse
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXPECTED = HERE / "expected.tsv"
PACKAGE = "numba.cuda.tests"
# Outcomes of a test that a cause is needed for.
BAD = {"error", "failure", "stopped", "unexpected success"}


def modules(folder):
    """The modules of a folder of tests, or the one that is named."""
    if "." in folder:
        return [f"{PACKAGE}.{folder}"]
    package = importlib.util.find_spec(f"{PACKAGE}.{folder}")
    root = Path(package.submodule_search_locations[0])
    return [f"{PACKAGE}.{folder}.{path.stem}" for path in sorted(root.glob("test_*.py"))]


def run(name, arguments):
    """The outcome of each test of a module, or of one test, in a process of its own, and why one was skipped. A test that the time limit
    or a crash ended is `stopped`."""
    file, report = arguments.logs / f"{name}.tsv", arguments.logs / f"{name}.json"
    file.unlink(missing_ok=True)
    report.unlink(missing_ok=True)
    command = [arguments.program, "run", "--allow-no-launch", "--report", report, "--"]
    command += [sys.executable, HERE / "outcomes.py", name, file]
    with open(arguments.logs / f"{name}.log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            process.wait(arguments.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if not file.is_file():
        return {name: ("stopped", "")}
    found = {}
    for line in file.read_text().splitlines():
        outcome, test, reason = line.split("\t")
        found[test] = ("stopped" if outcome == "started" else outcome, reason)
    return found


def has_fault(name, arguments):
    """Whether a kernel of a process had a fault, which ends its context: all later tests of the process fail then."""
    report = arguments.logs / f"{name}.json"
    if not report.is_file():
        return False
    kernels = json.loads(report.read_text())["kernels"]
    return any(finding["id"] == "kernel-fault" for kernel in kernels for finding in kernel["findings"])


def outcomes(module, arguments):
    """The outcome of each test of a module. After a fault those that failed run again, each in a process of its own."""
    found = run(module, arguments)
    if has_fault(module, arguments):
        for test in [test for test, (outcome, _) in found.items() if outcome in BAD and test.startswith(PACKAGE)]:
            found.update(run(test, arguments))
    return {test.removeprefix(f"{PACKAGE}."): outcome for test, outcome in found.items()}


def module_of(test):
    """The folder and the module of a test."""
    return ".".join(test.split(".")[:2])


def count_of(found):
    """The number of tests of each outcome."""
    return Counter(outcome for outcome, _ in found.values())


def read_expected():
    """Outcome and cause of the tests that do not pass."""
    rows = [line.split("\t") for line in EXPECTED.read_text().splitlines()[1:]] if EXPECTED.is_file() else []
    return {test: (outcome, cause) for outcome, test, cause in rows}


def write_expected(found, expected):
    """Writes the table again: other tests' rows stay, and a cause stays where the outcome does."""
    modules_run = {module_of(test) for test in found}
    rows = {test: row for test, row in expected.items() if module_of(test) not in modules_run}
    for test, (outcome, reason) in found.items():
        if outcome != "ok":
            known = expected.get(test, ("", ""))
            rows[test] = (outcome, reason or (known[1] if known[0] == outcome else ""))
    lines = ["outcome\ttest\tcause"] + [f"{outcome}\t{test}\t{cause}" for test, (outcome, cause) in sorted(rows.items())]
    EXPECTED.write_text("\n".join(lines) + "\n")


def compare(found, expected):
    """Sentences about outcomes that are not the expected ones."""
    said = []
    for test, (outcome, _) in sorted(found.items()):
        known, cause = expected.get(test, ("ok", ""))
        if outcome != known:
            said.append(f"{test}: {outcome}, expected {known}")
        elif outcome in BAD and not cause:
            said.append(f"{test}: {outcome}, without a cause in expected.tsv")
    modules_run = {module_of(test) for test in found}
    gone = [test for test in expected if module_of(test) in modules_run and test not in found]
    return said + [f"{test}: did not run, and expected.tsv has it" for test in gone]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--logs", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=300, help="the most that one module may take")
    parser.add_argument("--bless", action="store_true", help="write expected.tsv again")
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    arguments.program = arguments.program.resolve()
    arguments.logs = arguments.logs.resolve()
    arguments.logs.mkdir(parents=True, exist_ok=True)
    expected, found = read_expected(), {}
    for folder in arguments.folders:
        for module in modules(folder):
            begin = time.monotonic()
            of_module = outcomes(module, arguments)
            found.update(of_module)
            counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(count_of(of_module).items()))
            print(f"{module.removeprefix(PACKAGE + '.')}: {counts} ({time.monotonic() - begin:.0f} s)", flush=True)
    totals = count_of(found)
    run = sum(totals.values()) - totals["skipped"]
    print(f"{len(found)} tests: {dict(sorted(totals.items()))}; {100 * totals['ok'] / max(run, 1):.1f} in 100 of those not skipped are ok")
    if arguments.bless:
        write_expected(found, expected)
        return 0
    said = compare(found, expected)
    print("\n".join(said))
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
