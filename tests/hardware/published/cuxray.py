"""What `cuxray` says of the published kernels, beside the counters of an H200 and `smem-tile profile`.

    python3 cuxray.py PACK PROFILES

PACK      the folder `pack` that `published --fetch-to DIR` made: NAME.cubin, NAME.toml, NAME.names
PROFILES  a folder of NAME.json, of `smem-tile profile FILE --launch launches/NAME.toml --json` for each file

`cuxray` (PyPI) has to be on the PATH, and the CUDA tools that it takes, as its documentation says. It reads machine code and does not run
it: of each access to shared memory it says how many ways it conflicts, that it has no conflict, or that it does not know.
"""

import json
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


def verdict(access):
    """`conflict`, `clean`, or `unknown` where it did not analyse every access and found no conflict in the others."""
    if access["conflicted_shared_accesses"]:
        return "conflict"
    return "unknown" if access["unanalyzed_count"] else "clean"


def main(pack, profiles):
    counters = measured()
    answers, sums = Counter(), Counter()
    reports = {}
    print("file\tlaunch\tkernel\tH200 wavefronts\tsmem-tile\tideal\tcuxray\tanalysed\tnot\tworst ways")
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
        said = verdict(access) if access else "no answer"
        truth = "conflicts" if wavefronts > ideal else "no conflicts"
        answers[truth, said] += 1
        sums["launches"] += 1
        sums["equal"] += counted == wavefronts
        analysed, not_analysed = (access["analyzed_count"], access["unanalyzed_count"]) if access else (0, 0)
        sums["analysed"] += analysed
        sums["not analysed"] += not_analysed
        ways = access["worst_bank_conflict_ways"] if access else "-"
        cells = [name, number, launch["kernel"], wavefronts, counted, ideal, said, analysed, not_analysed, ways]
        print("\t".join(str(cell) for cell in cells))
    print(file=sys.stderr)
    for (truth, said), count in sorted(answers.items()):
        print(f"H200: {truth}; cuxray: {said}: {count} launches", file=sys.stderr)
    print(dict(sums), file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
