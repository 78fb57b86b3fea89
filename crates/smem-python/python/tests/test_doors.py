"""The module and the program find the same in each kernel of the corpora of faults. It needs the installed wheel and NumPy."""

import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy
import pytest

import smem_tile

REPOSITORY = Path(__file__).parents[4]
PROGRAM = Path(sysconfig.get_path("scripts")) / ("smem-tile.exe" if sys.platform == "win32" else "smem-tile")

#: Kernels that are all launched with one buffer that holds 0, 1, 2 and so on.
CORPORA = {"kernels": 0, "orders": 0, "trips": 0, "overruns": 1024}


def places(launch):
    return {(found["id"], found["severity"], found.get("line")) for found in launch["findings"]}


def launches_of(text):
    """The kernel, the grid and the threads of each launch of a launch file, and the length of the buffers."""
    length = int(re.search(r"len = (\d+)", text)[1])
    for part in text.split("[[launch]]")[1:]:
        values = dict(re.findall(r"^(\w+) = (.*)$", part, re.MULTILINE))
        yield values["kernel"].strip('"'), int(values["grid"]), int(values["block"]), int(values.get("shared", 0)), length


@pytest.mark.parametrize("corpus", CORPORA)
def test_findings_are_those_of_the_program(corpus):
    source = REPOSITORY / f"crates/smem-launch/tests/hazards/{corpus}.cu"
    launch_file = REPOSITORY / f"tests/golden/launches/hazards_{corpus}.toml"
    command = [PROGRAM, "profile", source, "--json", "--overruns", "--compiler", "nvrtc", "--launch", launch_file]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    expected = {launch["kernel"]: places(launch) for launch in json.loads(answer.stdout)["launches"]}
    compared = 0
    # Each call compiles the file anew, so eight or so of them.
    launches = list(launches_of(launch_file.read_text()))
    for kernel, grid, block, shared, length in launches[:: max(1, len(launches) // 8)]:
        data = numpy.arange(length, dtype=numpy.int32)
        report = smem_tile.profile(source, grid, block, data, name=kernel, shared=shared, overruns=True, compiler="nvrtc")
        if kernel in expected:
            assert places(report.to_dict()["launches"][0]) == expected[kernel], kernel
            compared += 1
    assert compared >= 8
    assert any(expected.values())
