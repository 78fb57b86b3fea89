"""Profiles CUDA files of public repositories, those of `files.tsv`, each by `smem-tile profile FILE` with its repository's folders of headers. Writes a
line for each, and how many of those that a compiler takes on their own are compiled here. A file is out of the count where `nvcc` refuses it with the same
folders and macros, and smem-tile does too: a header that is not there, a part of another file, an exercise with blanks."""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import re
import subprocess
import sys
import time

SECONDS = 300
HERE = pathlib.Path(__file__).parent
# The launch of a file may be large; a sample of it shows that its code runs.
LIMITS = ["--max-instructions", "4M", "--blocks", "1", "--no-race-check", "--max-tool-seconds", "300", "--color", "never"]
# Errors of files that were not compiled; all others are of launches.
NOT_COMPILED = re.compile(
    r"does not compile|has no kernel|is a template|name an instance|cannot make the launches|outside of the folder|has \d+ kernels"
)


def options_of(row, checkouts):
    """The options of a file; `{owner/name}` is the folder of that repository."""
    folder = lambda found: str(checkouts / found[1].replace("/", "+"))
    return [re.sub(r"\{([^}]+)\}", folder, option) for option in row["options"].split()]


def of_nvcc(options):
    """The options that `nvcc` has too."""
    left, rest = [], iter(options)
    for option in rest:
        if option in ("-I", "-D", "--std"):
            left += [option, next(rest)]
        elif option in ("--arch", "--source"):
            value = next(rest)
            left += [f"-arch={value}"] if option == "--arch" else []
    return left if any(option.startswith("-arch") for option in left) else [*left, "-arch=sm_90"]


def first_error(text):
    lines = [line for line in text.splitlines() if line.startswith("error")]
    return (lines or [""])[0][:200]


def outcome(row, given):
    """`runs`, `compiles` (and its launch ends early), `refused` here alone, or `nvcc too`; with the first error and seconds."""
    path = given.checkouts / row["repository"].replace("/", "+") / row["file"]
    options = options_of(row, given.checkouts)
    begin = time.time()
    try:
        command = [given.program, "profile", path.name, *LIMITS, *options]
        done = subprocess.run(
            command, cwd=path.parent, capture_output=True, text=True, errors="replace", timeout=SECONDS
        )
        code, error = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        code, error = 124, "error: it took too long"
    seconds = time.time() - begin
    if code == 0:
        return "runs", "", seconds
    why = first_error(error)
    if code != 124 and not NOT_COMPILED.search(why):
        return "compiles", why, seconds
    command = [given.nvcc, "-ptx", "-o", os.devnull, "-w", "--expt-relaxed-constexpr", "--extended-lambda", "-rdc=true"]
    alone = subprocess.run([*command, *of_nvcc(options), path.name], cwd=path.parent, capture_output=True)
    return "refused" if alone.returncode == 0 else "nvcc too", why, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="target/release/smem-tile", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--checkouts", type=pathlib.Path, required=True, help="folders `owner+name`")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "outcomes.tsv")
    parser.add_argument("--only", default="", help="a part of the paths to run")
    given = parser.parse_args()
    with open(HERE / "files.tsv", newline="") as table:
        rows = [row for row in csv.DictReader(table, delimiter="\t") if given.only in row["repository"] + "/" + row["file"]]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool, open(given.out, "w", newline="") as out:
        table = csv.writer(out, delimiter="\t", lineterminator="\n")
        table.writerow(["repository", "file", "outcome", "first error"])
        for row, (kind, why, seconds) in zip(rows, pool.map(lambda row: outcome(row, given), rows)):
            counts[kind] += 1
            table.writerow([row["repository"], row["file"], kind, why])
            out.flush()
            print(f"{kind:9} {seconds:6.1f} s  {row['repository']}/{row['file']}  {why}", flush=True)
    compiled = counts["runs"] + counts["compiles"]
    print(f"{compiled} of {compiled + counts['refused']} are compiled, {counts['runs']} run to their end; {counts['nvcc too']} are refused by nvcc too")
    sys.exit(counts["refused"] > 0.1 * (compiled + counts["refused"]))


if __name__ == "__main__":
    main()
