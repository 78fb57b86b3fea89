"""Checks the list of crates in a wheel against what cargo compiled for it: `python check_sbom.py WHEEL`, after the wheel was built on this machine."""

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parents[4]
# As the build backend and maturin build them: nothing is compiled anew but what depends on their options.
BUILDS = [
    ["cargo", "rustc", "--package", "smem-tile-cli", "--bin", "smem-tile", "--message-format", "json", "--release", "--locked", "--", "-C", "strip=symbols"],
    ["cargo", "build", "--package", "smem-libcuda", "--message-format", "json", "--release", "--locked"],
    ["cargo", "build", "--package", "smem-python", "--message-format", "json", "--release", "--locked"],
]


def compiled():
    """Returns name and version of each crate that rustc compiled, those that run while others are built among them."""
    crates = set()
    for command in BUILDS:
        lines = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        messages = (json.loads(line) for line in lines if line.startswith("{"))
        # `registry+..#serde@1.0.228`, or `path+..#0.1.0` where the folder has the crate's name.
        for identity in (message["package_id"] for message in messages if message["reason"] == "compiler-artifact"):
            place, end = identity.rsplit("#", 1)
            name, version = end.split("@") if "@" in end else (place.rsplit("/", 1)[1], end)
            crates.add((name, version))
    return crates


def main(wheel):
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if "/sboms/" in name]
        text = archive.read(name).decode()
    assert name.endswith(".dist-info/sboms/smem-tile.cdx.json"), name
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    assert wrong is None, wrong
    listed = {(one["name"], one["version"]): one for one in json.loads(text)["components"]}
    expected = compiled()
    assert len(expected) > 50 and ("smem-tile-cli", "0.1.0") in expected, expected
    assert set(listed) == expected, f"listed alone: {set(listed) - expected}; compiled alone: {expected - set(listed)}"
    packages = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    locked = {(one["name"], one["version"]): one.get("checksum") for one in packages}
    for crate, one in listed.items():
        hashes = [hash["content"] for hash in one.get("hashes", [])]
        assert hashes == [locked[crate]] or (hashes == [] and locked[crate] is None), crate
    print(f"{len(listed)} crates are listed in {Path(wheel).name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
