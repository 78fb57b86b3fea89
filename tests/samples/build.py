"""Compiles a sample of NVIDIA/cuda-samples as its `CMakeLists.txt` names its files, by nvcc with the shared runtime, for `sm_90`."""

import re
import subprocess

# Kernels that launch kernels, or call functions of another file: only these are linked as device code.
SEPARATE = ("cdp",)


def words(text):
    """The words of CMake text without its comments."""
    return re.sub(r"#.*", "", text).split()


def sources(folder):
    """The files that the first program of a sample consists of."""
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())
    lists = {name: words(rest) for name, rest in re.findall(r"set\(\s*(\w+)([^)]*)\)", text)}
    found = re.search(r"add_executable\(\s*\S+([^)]*)\)", text)
    if not found:
        return []
    files = []
    for word in words(found[1]):
        name = re.fullmatch(r"\$\{(\w+)\}", word)
        files += lists.get(name[1], []) if name else [word]
    return [file for file in files if file.endswith((".cu", ".cpp", ".c"))]


def compile_sample(folder, program, nvcc, stubs):
    """Compiles a sample into `program`; returns nvcc's messages where it could not."""
    command = [nvcc, "-std=c++17", "-O2", "-w", "-lineinfo", "--extended-lambda", "-arch=sm_90", "-cudart", "shared"]
    command += ["-I", folder.parents[1].parent / "Common", "-I", folder, "-L", stubs]
    if folder.name.startswith(SEPARATE):
        command += ["-rdc=true", "-lcudadevrt"]
    # As `find_package(OpenMP)` and `CUDA::cuda_driver` would ask for them.
    text = (folder / "CMakeLists.txt").read_text()
    if "OpenMP" in text:
        command += ["-Xcompiler", "-fopenmp", "-lgomp"]
    if "cuda_driver" in text:
        command += ["-lcuda", "-Xlinker", "--unresolved-symbols=ignore-in-object-files"]
    command += ["-o", program, *sources(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stderr or done.stdout)
