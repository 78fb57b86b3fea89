"""Runs the guide's page on Python and the notebook, and compares what the notebook shows. They need the installed wheel and NumPy."""

import ast
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]


def test_the_blocks_of_the_page_run():
    page = (ROOT / "src/guide/python.md").read_text()
    names = {}
    # A block that needs another package has its name behind the language.
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, "python.md", "exec"), names)


def test_the_notebook_shows_what_it_says():
    notebook = json.loads((ROOT / "examples/python/bank_conflicts.ipynb").read_text())
    names, compared = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        value = _run("".join(cell["source"]), names)
        for output in cell["outputs"]:
            text = "".join(output["data"]["text/plain"])
            # A picture's length is of the pictures of its version.
            assert re.sub(r"\d+ characters", "", repr(value)) == re.sub(r"\d+ characters", "", text)
            for kind, show in [("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")]:
                assert (kind in output["data"]) == hasattr(value, show)
            compared += 1
    assert compared == 7


def _run(source, names):
    """Runs a cell, and returns the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
