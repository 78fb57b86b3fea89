"""Tests of the build backend, without a build: `python3 test_smem_tile_backend.py`."""

import json
import os
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

HOOKS = ["prepare_metadata_for_build_wheel", "build_wheel", "prepare_metadata_for_build_editable", "build_editable"]


class Backend(unittest.TestCase):
    def setUp(self):
        maturin = types.ModuleType("maturin")
        for hook in HOOKS:
            setattr(maturin, hook, mock.Mock(return_value=hook))
        with mock.patch.dict(sys.modules, maturin=maturin):
            sys.modules.pop("smem_tile_backend", None)
            import smem_tile_backend
        self.backend = smem_tile_backend
        self.folder = Path(self.enter(tempfile.TemporaryDirectory()))
        self.enter(mock.patch.object(smem_tile_backend, "DATA", self.folder / "data"))
        self.enter(mock.patch.dict(os.environ, CARGO_TARGET_DIR=str(self.folder)))
        self.enter(mock.patch.object(smem_tile_backend, "SBOM", self.folder / "sbom" / "smem-tile.cdx.json"))
        self.cargo = self.enter(mock.patch.object(smem_tile_backend.subprocess, "run"))
        self.sbom = self.enter(mock.patch.object(smem_tile_backend.sbom, "document", return_value={"bomFormat": "CycloneDX"}))

    def enter(self, manager):
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def cargo_builds(self, target=""):
        built = self.folder / target / "release"
        built.mkdir(parents=True)
        (built / "smem-tile").write_text("program")
        (built / "libsmem_libcuda.so").write_text("library")

    def test_every_wheel_carries_the_program_and_the_library(self):
        self.cargo_builds()
        places = {"scripts/smem-tile": "program", "data/lib/smem-tile/libsmem_libcuda.so": "library"}
        for hook in ["build_wheel", "build_editable"]:
            with mock.patch.object(self.backend.sys, "platform", "linux"):
                self.assertEqual(getattr(self.backend, hook)("wheels"), hook)
            for place, text in places.items():
                carried = self.folder / "data" / place
                self.assertEqual(carried.read_text(), text)
                carried.unlink()

    def test_cargo_keeps_to_the_lock_file(self):
        self.cargo_builds()
        self.cargo_builds("aarch64-unknown-linux-gnu")
        self.backend.build_program()
        self.backend.build_program("aarch64-unknown-linux-gnu.2.17")
        commands = [call.args[0] for call in self.cargo.call_args_list]
        self.assertEqual(len(commands), 4)
        for command in commands:
            # Options after `--` are rustc's.
            self.assertIn("--locked", command[: command.index("--")] if "--" in command else command)

    def test_the_list_of_crates_is_written_for_the_machine_or_the_target(self):
        self.cargo_builds()
        self.cargo_builds("aarch64-unknown-linux-gnu")
        for target, triple in [(None, None), ("aarch64-unknown-linux-gnu.2.17", "aarch64-unknown-linux-gnu")]:
            self.backend.build_program(target)
            self.assertEqual(json.loads(self.backend.SBOM.read_text()), {"bomFormat": "CycloneDX"})
            self.sbom.assert_called_with(self.backend.ROOT, triple)
            self.backend.SBOM.unlink()

    def test_the_folder_of_the_data_is_there_when_the_metadata_is_made(self):
        for hook in ["prepare_metadata_for_build_wheel", "prepare_metadata_for_build_editable"]:
            self.assertEqual(getattr(self.backend, hook)("metadata"), hook)
            (self.folder / "data").rmdir()

    def test_what_was_not_built_is_an_error_and_other_systems_have_no_library(self):
        with mock.patch.object(self.backend.sys, "platform", "linux"), self.assertRaises(RuntimeError):
            self.backend.build_wheel("wheels")
        self.cargo_builds()
        (self.folder / "release" / "libsmem_libcuda.so").unlink()
        with mock.patch.object(self.backend.sys, "platform", "linux"), self.assertRaises(RuntimeError):
            self.backend.build_wheel("wheels")
        with mock.patch.object(self.backend.sys, "platform", "darwin"):
            self.assertEqual(self.backend.build_wheel("wheels"), "build_wheel")


if __name__ == "__main__":
    unittest.main()
