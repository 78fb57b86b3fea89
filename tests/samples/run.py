"""Compiles NVIDIA's samples of `samples.tsv` and runs each under `smem-tile run`. Prints a table; fails where fewer end well than `LEAST`."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Samples that ended well on a machine of 16 cores, eight at a time.
LEAST = 74
SECONDS = 120
# Kernels that launch kernels: these are linked as device code.
SEPARATE = ("cdp",)
HERE = pathlib.Path(__file__).parent


def words(text):
    """The words of CMake text without its comments."""
    return re.sub(r"#.*", "", text).split()


def sources(folder):
    """The files that the first program of a sample consists of."""
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())
    lists = {name: words(rest) for name, rest in re.findall(r"set\(\s*(\w+)([^)]*)\)", text)}
    found = re.search(r"add_executable\(\s*\S+([^)]*)\)", text)
    files = []
    for word in words(found[1]) if found else []:
        name = re.fullmatch(r"\$\{(\w+)\}", word)
        files += lists.get(name[1], []) if name else [word]
    return [file for file in files if file.endswith((".cu", ".cpp", ".c"))]


def compile_sample(folder, program, options):
    """Compiles a sample; returns nvcc's messages where it could not."""
    command = [options.nvcc, "-std=c++17", "-O2", "-w", "-lineinfo", "--extended-lambda", "-arch=sm_90"]
    command += ["-cudart", "shared", "-I", options.samples / "Common", "-I", folder, "-L", options.libraries]
    command += [f"-I{folder}" for folder in options.include]
    command += [f"-L{folder}" for folder in options.link]
    if folder.name.startswith(SEPARATE):
        command += ["-rdc=true", "-lcudadevrt"]
    text = (folder / "CMakeLists.txt").read_text()
    if "OpenMP" in text:
        command += ["-Xcompiler", "-fopenmp", "-lgomp"]
    if "cuda_driver" in text:
        command += ["-lcuda"]
    done = subprocess.run([*command, "-o", program, *sources(folder)], cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stderr or done.stdout)


def run_sample(name, own, arguments, options):
    """A line of the table: the sample, its outcome, and seconds."""
    folder = options.samples / "Samples" / name
    program = options.out / folder.name
    error = "" if program.exists() else compile_sample(folder, program, options)
    if error:
        (options.out / f"{folder.name}.log").write_text(error)
        return name, "not compiled", 0.0
    # Samples write into their own folder.
    copy = options.out / f"{folder.name}.run"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    command = [options.program, "run", "--library", options.library, "--races", "report", *own, "--", program, *arguments]
    start = time.monotonic()
    with open(options.out / f"{folder.name}.log", "w") as log:
        process = subprocess.Popen(
            command, cwd=copy, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            code = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = None
    shutil.rmtree(copy, ignore_errors=True)
    outcome = {0: "ok", None: f"stopped after {SECONDS} s"}.get(code, f"exit code {code}")
    return name, outcome, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=pathlib.Path, required=True, help="the folder of NVIDIA/cuda-samples")
    parser.add_argument("--program", type=pathlib.Path, required=True, help="smem-tile")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="libsmem_libcuda.so")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--include", action="append", default=[], help="a further folder of headers, as NVTX's")
    parser.add_argument("--link", action="append", default=[], help="a further folder of libraries, as that of cudadevrt")
    parser.add_argument("--at-once", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--out", type=pathlib.Path, help="a folder for programs and logs, which stays")
    parser.add_argument("names", nargs="*", help="samples; all without")
    options = parser.parse_args()
    options.out = (options.out or pathlib.Path(tempfile.mkdtemp())).resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    for path in ("samples", "program", "library"):
        setattr(options, path, getattr(options, path).resolve())
    # The linker asks for the runtime and the driver by these names.
    options.libraries = options.out / "lib"
    options.libraries.mkdir(exist_ok=True)
    for name in ("libcudart.so", "libcuda.so"):
        if not (options.libraries / name).exists():
            (options.libraries / name).symlink_to(options.library)
    rows = [line.split("\t") for line in (HERE / "samples.tsv").read_text().splitlines()[1:]]
    rows = [row for row in rows if not options.names or row[0].split("/")[1] in options.names]
    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        futures = [pool.submit(run_sample, name, own.split(), given.split(), options) for name, own, given in rows]
        done = [future.result() for future in futures]
    for name, outcome, seconds in done:
        print(f"{name:56} {outcome:24} {seconds:6.1f} s")
    good = sum(outcome == "ok" for _, outcome, _ in done)
    print(f"{good} of {len(done)} ended well; logs in {options.out}")
    if not options.names and good < LEAST:
        sys.exit(f"at least {LEAST} ended well before")


if __name__ == "__main__":
    main()
