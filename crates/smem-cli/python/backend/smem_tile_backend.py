"""Builds the wheel: first the driver library, which it carries beside the program, then the rest by maturin."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin
from maturin import *  # noqa: F403  The hooks that stay as they are.

ROOT = Path(__file__).resolve().parents[4]
# Where `pyproject.toml` has the wheel's data.
DATA = ROOT / "target" / "wheel-data"


def build_library():
    """Puts the library among the wheel's data."""
    subprocess.run(["cargo", "build", "--release", "--package", "smem-libcuda"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    folder = DATA / "data" / "lib" / "smem-tile"
    folder.mkdir(parents=True, exist_ok=True)
    library = target / "release" / "libsmem_libcuda.so"
    if library.is_file():
        shutil.copy(library, folder)
    elif sys.platform == "linux":
        raise RuntimeError(f"cargo has built no driver library at {library}, which the wheel carries")
    # Other systems name it otherwise, and have no `smem-tile run`.


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    # maturin wants the folder to be there, and pip asks for this first.
    DATA.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_library()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_editable(metadata_directory, config_settings=None):
    DATA.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_editable(metadata_directory, config_settings)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build_library()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


if __name__ == "__main__":
    build_library()
