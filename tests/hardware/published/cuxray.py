"""What `cuxray` says of the published kernels, beside the counters of an H200 and `smem-tile profile`.

    python3 cuxray.py PACK PROFILES

PACK      the folder `pack` that `published --fetch-to DIR` made: NAME.cubin, NAME.toml, NAME.names
PROFILES  a folder of NAME.json, of `smem-tile profile FILE --launch launches/NAME.toml --json` for each file

`cuxray` (PyPI) has to be on the PATH, and the CUDA tools that it takes, as its documentation says. It reads machine code and does not run
it: of each access to shared memory it says how many ways it conflicts, that it has no conflict, or that it does not know.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent


def measured():
    """The least wavefronts that the GPU counted, loads + stores + atomics, by file and launch."""
    lines = [line for line in (HERE / "sm_90.tsv").read_text().splitlines() if not line.startswith("#")]
    columns = lines[0].split("\t")
    found = {}
    for line in lines[1:]:
        row = dict(zip(columns, line.split("\t")))
        counters = row["wavefronts of GPU"]
        if re.match(r"\d", counters):
            runs = [[int(part) for part in run.split("/")] for run in counters.split()]
            found[row["file"], int(row["launch"])] = sum(min(run[kind] for run in runs) for kind in range(3))
    return found


def cuxray(cubin, block, shared):
    """What it says of each kernel of a cubin, by linker name."""
    threads = ",".join(str(extent) for extent in block)
    command = ["cuxray", "report", str(cubin), "--threads", threads, "--smem-dynamic", str(shared), "--fast", "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        return None
    report = json.loads(answer.stdout)
    return {kernel["name"]: kernel for unit in report["units"] for kernel in unit["kernels"]}


def names(path):
    """Linker names by the names of the launch file."""
    return dict(line.split("\t")[:2] for line in path.read_text().splitlines() if "\t" in line)


def extent(value):
    value = value if isinstance(value, list) else [value]
    return value + [1] * (3 - len(value))


def shared_instructions(cubin):
    """The instructions on shared memory of each kernel of a cubin, by linker name."""
    folder = os.environ.get("CUXRAY_TOOLCHAIN")
    nvdisasm = str(Path(folder) / "nvdisasm") if folder else "nvdisasm"
    listing = subprocess.run([nvdisasm, "-c", str(cubin)], capture_output=True, text=True, check=True).stdout
    counts, kernel = Counter(), None
    for line in listing.splitlines():
        section = re.match(r"\.text\.(\S+):", line)
        kernel = section[1] if section else kernel
        if re.search(r"\*/\s+(@!?U?P\w+ )?(LDS|STS|ATOMS|LDSM|STSM)[.\s]", line):
            counts[kernel] += 1
    return counts


def shared_analysed(access):
    """The accesses to shared memory that it has a verdict on."""
    return sum(site["count"] for site in access["by_site"] if site["space"] == "shared")


def verdict(access, of_shared):
    """`conflict`, `clean`, or `unknown` where it has no verdict on some access to shared memory and found no conflict in the others."""
    if access["conflicted_shared_accesses"]:
        return "conflict"
    return "unknown" if shared_analysed(access) < of_shared else "clean"


def main(pack, profiles):
    counters = measured()
    answers, sums = Counter(), Counter()
    reports, instructions = {}, {}
    print("file\tlaunch\tkernel\tH200 wavefronts\tsmem-tile\tideal\tcuxray\tshared instructions\tanalysed\tworst ways")
    for (name, number), wavefronts in sorted(counters.items()):
        profile = Path(profiles) / f"{name}.json"
        if not profile.is_file():
            continue
        launches = json.loads(profile.read_text())["launches"]
        if number >= len(launches):
            continue
        own = launches[number]
        kinds = ("loads", "stores", "atomics")
        counted, ideal = (sum(own[kind][field] for kind in kinds) for field in ("wavefronts", "ideal"))
        launch = tomllib.loads((HERE / "launches" / f"{name}.toml").read_text())["launch"][number]
        block, shared = extent(launch["block"]), launch.get("shared", 0)
        key = (name, tuple(block), shared)
        if key not in reports:
            reports[key] = cuxray(Path(pack) / f"{name}.cubin", block, shared)
        linker = names(Path(pack) / f"{name}.names").get(launch["kernel"], launch["kernel"])
        kernel = (reports[key] or {}).get(linker)
        access = kernel and kernel.get("access")
        if name not in instructions:
            instructions[name] = shared_instructions(Path(pack) / f"{name}.cubin")
        of_shared = instructions[name][linker]
        said = verdict(access, of_shared) if access else "no answer"
        truth = "conflicts" if wavefronts > ideal else "no conflicts"
        answers[truth, said] += 1
        sums["launches"] += 1
        sums["equal"] += counted == wavefronts
        analysed = shared_analysed(access) if access else 0
        sums["shared instructions"] += of_shared
        sums["of these analysed"] += analysed
        ways = access["worst_bank_conflict_ways"] if access else "-"
        cells = [name, number, launch["kernel"], wavefronts, counted, ideal, said, of_shared, analysed, ways]
        print("\t".join(str(cell) for cell in cells), flush=True)
    print(file=sys.stderr)
    for (truth, said), count in sorted(answers.items()):
        print(f"H200: {truth}; cuxray: {said}: {count} launches", file=sys.stderr)
    print(dict(sums), file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
