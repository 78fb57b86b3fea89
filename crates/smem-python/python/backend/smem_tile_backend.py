"""Builds the wheel: first the program and the driver library, which it carries beside the module, then the module by maturin."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
import sbom
from maturin import *  # noqa: F403  The hooks that stay as they are.

ROOT = Path(__file__).resolve().parents[4]
# Where `pyproject.toml` has the wheel's data.
DATA = ROOT / "target" / "wheel-data"
# And the list of the crates in the wheel.
SBOM = ROOT / "target" / "wheel-sbom" / "smem-tile.cdx.json"
# Cargo resolves nothing anew: versions and checksums are those of Cargo.lock.
CARGO = ["--release", "--locked"]


def build_program(target=None):
    """Puts the program and the driver library among the wheel's data: of this machine, or of a target, by zig as linker and C compiler."""
    build, of_target = "build", []
    if target is not None:
        build, of_target = "zigbuild", ["--target", target]
        subprocess.run(["cargo", build, *CARGO, *of_target, "--package", "smem-tile-cli", "--bin", "smem-tile"], cwd=ROOT, check=True)
    else:
        # Options of rustc are for the program alone: what it depends on is built once, for maturin as well.
        program = ["cargo", "rustc", *CARGO, "--package", "smem-tile-cli", "--bin", "smem-tile", "--", "-C", "strip=symbols"]
        subprocess.run(program, cwd=ROOT, check=True)
    subprocess.run(["cargo", build, *CARGO, *of_target, "--package", "smem-libcuda"], cwd=ROOT, check=True)
    # Behind the triple a target has the oldest version of the C library, as `aarch64-unknown-linux-gnu.2.17`.
    triple = None if target is None else target.split(".")[0]
    built = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).joinpath(triple or "", "release")
    carry(built / ("smem-tile.exe" if sys.platform == "win32" else "smem-tile"), DATA / "scripts")
    # Other systems name it otherwise, and have no `smem-tile run`.
    if sys.platform == "linux":
        carry(built / "libsmem_libcuda.so", DATA / "data" / "lib" / "smem-tile")
    SBOM.parent.mkdir(parents=True, exist_ok=True)
    SBOM.write_text(json.dumps(sbom.document(ROOT, triple), indent=2) + "\n", encoding="utf-8")


def carry(file, folder):
    """Copies a file that cargo has built."""
    if not file.is_file():
        raise RuntimeError(f"cargo has built no {file}, which the wheel carries")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, folder)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    # maturin wants the folder to be there, and pip asks for this first.
    DATA.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_editable(metadata_directory, config_settings=None):
    DATA.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build_program()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


if __name__ == "__main__":
    build_program(*sys.argv[1:])
