"""The crates in a wheel, with versions, checksums and licences, as CycloneDX: what PEP 770 puts into `.dist-info/sboms`.

maturin lists the crates of the module alone. A wheel also carries the program and the driver library, so the list is made here, by `cargo tree`:
it resolves features as a build of one package does, and Cargo.lock has the checksums.
"""

import json
import subprocess
import sys
from pathlib import Path

# What a wheel carries, by package.
CARRIED = ["smem-tile-cli", "smem-libcuda", "smem-python"]


def document(root, target=None):
    """Returns the document for a build on this machine, or for a target."""
    checksums = {(name, version): checksum for name, version, checksum in locked(root)}
    edges, licences, linked = {}, {}, set()
    for package in CARRIED:
        linked.update(tree(root, package, target, "normal,no-proc-macro")[0])
        found, of = tree(root, package, target, "normal,build")
        licences.update(of)
        for crate, needs in found.items():
            edges.setdefault(crate, set()).update(needs)
    component = {"type": "application", "name": "smem-tile", "version": version_of("smem-tile-cli", edges), "bom-ref": "smem-tile"}
    carried = [crate for crate in edges if crate[0] in CARRIED]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component},
        "components": [describe(crate, licences[crate], checksums.get(crate), crate in linked) for crate in sorted(edges)],
        "dependencies": [
            {"ref": "smem-tile", "dependsOn": sorted(map(purl, carried))},
            *({"ref": purl(crate), "dependsOn": sorted(map(purl, needs))} for crate, needs in sorted(edges.items())),
        ],
    }


def tree(root, package, target, kinds):
    """Returns what each crate below a package needs, and the licence of each."""
    command = ["cargo", "tree", "--locked", "--package", package, "--edges", kinds, "--prefix", "depth", "--format", ";{l};{p}"]
    command += ["--target", target] if target else []
    lines = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout.splitlines()
    edges, licences, above = {}, {}, []
    for line in filter(None, lines):
        depth, licence, crate = line.split(";", 2)
        # `serde v1.0.228`, and after it the folder of a crate of the workspace, `(proc-macro)`, or `(*)` if its own crates were listed above.
        name, version = crate.split()[:2]
        crate = name, version[1:]
        licences[crate] = licence
        edges.setdefault(crate, set())
        del above[int(depth) :]
        if above:
            edges[above[-1]].add(crate)
        above.append(crate)
    return edges, licences


def describe(crate, licence, checksum, is_linked):
    component = {"type": "library", "name": crate[0], "version": crate[1], "bom-ref": purl(crate), "purl": purl(crate)}
    # A crate that runs while others are built, as macros do, is not in the product.
    component["scope"] = "required" if is_linked else "excluded"
    if licence:
        # Crates of before SPDX wrote a slash.
        component["licenses"] = [{"expression": licence.replace("/", " OR ")}]
    if checksum:
        component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return component


def purl(crate):
    return "pkg:cargo/{}@{}".format(*crate)


def version_of(name, crates):
    return next(version for found, version in crates if found == name)


def locked(root):
    """Yields name, version and checksum of each package in Cargo.lock. Crates of the workspace have no checksum."""
    fields = {}
    # `tomllib` is Python's from 3.11 on. Cargo writes this file itself, a field in each line.
    for line in [*Path(root, "Cargo.lock").read_text(encoding="utf-8").splitlines(), "[[package]]"]:
        if line == "[[package]]":
            if "name" in fields:
                yield fields["name"], fields["version"], fields.get("checksum")
            fields = {}
        elif " = " in line:
            key, value = line.split(" = ", 1)
            fields[key] = value.strip('"')


if __name__ == "__main__":
    json.dump(document(Path(__file__).resolve().parents[4], *sys.argv[1:]), sys.stdout, indent=2)
