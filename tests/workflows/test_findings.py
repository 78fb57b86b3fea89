"""The script of docs/workflows/findings.yml, which reads an artifact that the author of a pull request may have made."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from ruamel.yaml import YAML

WORKFLOW = Path(__file__).resolve().parents[2] / "docs" / "workflows" / "findings.yml"
FINDINGS = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "smem-tile"}}, "results": []}]}


def script():
    """Returns the one step that has Python."""
    steps = YAML(typ="safe").load(WORKFLOW.read_text())["jobs"]["show"]["steps"]
    [step] = [step for step in steps if step.get("shell", "").startswith("python3 -I")]
    return step["run"]


class Findings(unittest.TestCase):
    def taken(self, files, compression=zipfile.ZIP_DEFLATED):
        """Returns what the script leaves of an artifact with these files, or None if it fails. It may leave nothing else."""
        with tempfile.TemporaryDirectory() as outside:
            folder = Path(outside, "temp")
            packed = folder / "packed"
            packed.mkdir(parents=True)
            with zipfile.ZipFile(packed / "kernels-findings.zip", "w", compression) as archive:
                for name, text in files.items():
                    archive.writestr(name, text)
            Path(folder, "script.py").write_text(script())
            command = [sys.executable, "-I", folder / "script.py"]
            done = subprocess.run(command, cwd=outside, env={**os.environ, "RUNNER_TEMP": str(folder)}, capture_output=True, timeout=60)
            left = {str(path.relative_to(outside)) for path in Path(outside).rglob("*") if path.is_file()}
            given = {"temp/packed/kernels-findings.zip", "temp/script.py"}
            if done.returncode != 0:
                self.assertEqual(left, given)
                return None
            self.assertEqual(left, given | {"temp/findings.sarif"})
            return json.loads(Path(folder, "findings.sarif").read_text())

    def test_findings_are_taken(self):
        self.assertEqual(self.taken({"findings.sarif": json.dumps(FINDINGS)}), FINDINGS)

    def test_files_beside_them_are_never_unpacked(self):
        files = {"../../escaped": "x", "/tmp/escaped": "x", "json.py": "raise SystemExit(0)", "findings.sarif": json.dumps(FINDINGS)}
        self.assertEqual(self.taken(files), FINDINGS)

    def test_what_is_not_findings_is_refused(self):
        other = {**FINDINGS, "runs": [{"tool": {"driver": {"name": "CodeQL"}}}]}
        more = {**FINDINGS, "runs": FINDINGS["runs"] * 2}
        for text in ["", "no JSON", "[]", "{}", "[" * 100_000, json.dumps(other), json.dumps(more), json.dumps({**FINDINGS, "version": "1"})]:
            self.assertIsNone(self.taken({"findings.sarif": text}), text[:80])
        self.assertIsNone(self.taken({"findings.json": json.dumps(FINDINGS)}))

    def test_what_unpacks_to_more_than_the_limit_is_refused(self):
        bomb = json.dumps(FINDINGS).encode() + b" " * (100 << 20)
        self.assertIsNone(self.taken({"findings.sarif": bomb}))


if __name__ == "__main__":
    unittest.main()
