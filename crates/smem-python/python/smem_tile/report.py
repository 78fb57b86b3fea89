"""The report of a run: launches, lines, findings and bank maps."""

import html
import json

from smem_tile._native import Error


class EndedEarly(Error):
    """A fault or a budget ended the launches, so that their counts are not known. `Report.launches` has the counts so far."""


class Report:
    """What the launches of a kernel counted, and what was found. In a notebook it shows as tables and bank maps."""

    def __init__(self, finished):
        self._finished = finished
        self._document = json.loads(finished.json())
        findings = [Finding(*finding) for finding in finished.findings()]
        self.launches = [
            Launch(finished, at, launch, [finding for finding in findings if finding.launch == at])
            for at, launch in enumerate(self._document["launches"])
        ]

    @property
    def arch(self):
        """The architecture: `'sm_90a'`."""
        return self._document["arch"]

    @property
    def lines(self):
        """The accesses to shared memory by source line, those with the most predicted time at stake first; then, and where no time is predicted, those
        with the most excess and the most wavefronts."""
        lines = [line for launch in self.launches for line in launch.lines]
        return sorted(lines, key=lambda line: (line.cycles_at_stake or 0, line.excess, line.wavefronts), reverse=True)

    @property
    def wavefronts(self):
        """The wavefronts of all accesses to shared memory. Raises `EndedEarly` after a fault."""
        return self._whole("wavefronts")

    @property
    def ideal(self):
        """The wavefronts without conflicts. Raises `EndedEarly` after a fault."""
        return self._whole("ideal")

    @property
    def requests(self):
        """The accesses of warps to shared memory. Raises `EndedEarly` after a fault."""
        return self._whole("requests")

    @property
    def excess(self):
        """The wavefronts that bank conflicts cause. Raises `EndedEarly` after a fault."""
        return self._whole("excess")

    @property
    def exact(self):
        """Whether all counts are those of a GPU's counters, rather than estimates."""
        return all(launch.exact for launch in self.launches)

    @property
    def findings(self):
        """Races, barriers that not every thread reaches, accesses beyond shared arrays, and the other errors of a launch."""
        return [finding for launch in self.launches for finding in launch.findings]

    @property
    def races(self):
        """The findings among them that are races."""
        return [finding for finding in self.findings if finding.kind in ("shared-memory-race", "global-memory-race")]

    @property
    def warnings(self):
        """What may be intended, each as a dictionary with its `id`, and remarks on the checks, each with its `kind`."""
        launches = self._document["launches"]
        remarks = [remark for launch in launches for remark in launch["checks"]["remarks"]]
        return remarks + [
            finding for launch in launches for finding in launch["findings"] if finding["severity"] == "warning"
        ]

    @property
    def fault(self):
        """The sentence of the error that ended the launches; None without one."""
        return self._document["fault"]

    @property
    def map(self):
        """The bank map of the worst requests; None where no request has conflicts."""
        return BankMap.of(self._finished.svg())

    def check(self, max_excess=None, strict=False):
        """Raises AssertionError with the program's sentences where a check fails: a fault, a finding, or more excess than `max_excess`.

        With `strict`, reads of uninitialized shared memory fail as well, and so do unordered writes of one value.
        """
        failed, code = self._finished.verdict(max_excess, strict)
        if code != 0:
            sentences = failed + [str(finding) for finding in self.findings]
            raise AssertionError("\n".join(sentences) or "the launches were stopped")

    def to_dict(self):
        """The report as the program's `--json` has it."""
        return json.loads(self._finished.json())

    def to_html(self):
        """One page of HTML that needs nothing else, as the program's `--html` writes it, without the change."""
        return self._finished.html()

    def _whole(self, name):
        if self.fault is not None:
            raise EndedEarly(self.fault)
        return sum(getattr(launch, name) for launch in self.launches)

    def _repr_html_(self):
        launches = "".join(launch._repr_html_() for launch in self.launches)
        fault = "" if self.fault is None else f"<p><b>{html.escape(self.fault)}</b></p>"
        return fault + launches

    def __str__(self):
        fault = "" if self.fault is None else f"error: {self.fault}\n"
        return self._finished.text() + fault

    def __repr__(self):
        if self.fault is not None:
            return f"<smem_tile.Report: {self.fault.splitlines()[0]}>"
        return f"<smem_tile.Report: {', '.join(map(_summary, self.launches))}>"


class Launch:
    """The counts and findings of one launch."""

    def __init__(self, finished, at, document, findings):
        self._document = document
        #: The races, barriers and overruns, each a `Finding`.
        self.findings = findings
        #: The accesses by source line, each a `Line`.
        self.lines = [Line(finished, at, number, line) for number, line in enumerate(document["lines"])]

    @property
    def kernel(self):
        """The kernel's name."""
        return self._document["kernel"]

    @property
    def grid(self):
        """Blocks along x, y and z."""
        return tuple(self._document["grid"])

    @property
    def block(self):
        """Threads of a block along x, y and z."""
        return tuple(self._document["block"])

    @property
    def shared_bytes(self):
        """Bytes of shared memory of a block, static and dynamic."""
        return self._document["shared_bytes"]

    @property
    def isa(self):
        """The instruction set that was counted: `'sass'` or `'ptx'`."""
        return self._document["isa"]

    @property
    def exact(self):
        """Whether its counts are those of a GPU's counters."""
        return self._document["exact"]

    @property
    def estimate(self):
        """Why its counts are estimates; None where they are exact."""
        return self._document["estimate"]

    @property
    def requests(self):
        """The accesses of warps to shared memory."""
        return sum(line.requests for line in self.lines)

    @property
    def wavefronts(self):
        """The wavefronts of all accesses."""
        return sum(line.wavefronts for line in self.lines)

    @property
    def ideal(self):
        """The wavefronts without conflicts."""
        return sum(line.ideal for line in self.lines)

    @property
    def excess(self):
        """The wavefronts that bank conflicts cause."""
        return max(0, self.wavefronts - self.ideal)

    def to_dict(self):
        """The launch as the program's `--json` has it."""
        return json.loads(json.dumps(self._document))

    def _repr_html_(self):
        name, shape = html.escape(self.kernel), f"grid {self.grid}, block {self.block}"
        note = "exact" if self.exact else f"estimates: {html.escape(self.estimate or '')}"
        head = "".join(f"<th>{name}</th>" for name in Line._COLUMNS)
        rows = "".join(line._row() for line in self.lines)
        findings = "".join(f"<li>{html.escape(str(finding))}</li>" for finding in self.findings)
        worst = next((line.map for line in self.lines if line.excess > 0), None)
        parts = [
            f"<p><b>{name}</b>: {shape}; {self.wavefronts} wavefronts, {self.excess} of them excess ({note})</p>",
            f"<table><tr>{head}</tr>{rows}</table>",
            f"<ul>{findings}</ul>" if findings else "",
            worst._repr_svg_() if worst is not None else "",
        ]
        return "".join(parts)

    def __repr__(self):
        return f"<smem_tile.Launch {_summary(self)}>"


class Line:
    """The accesses to shared memory of one kind on a source line."""

    _COLUMNS = ("line", "access", "requests", "wavefronts", "ideal", "excess", "worst")

    def __init__(self, finished, launch, number, document):
        self._finished, self._launch, self._number, self._document = finished, launch, number, document
        #: The file, as the report names it.
        self.file = document["file"]
        #: The number of the line, from 1.
        self.line = document["line"]
        #: The kind: `'load'`, `'store'`, `'ldmatrix'`, ..
        self.op = document["op"]
        #: The accesses of warps.
        self.requests = document["requests"]
        #: The passes through the banks that they take.
        self.wavefronts = document["wavefronts"]
        #: The passes without conflicts.
        self.ideal = document["ideal"]
        #: N of the worst N-way conflict; 1 without one.
        self.ways = document["ways"]
        #: Whether the counts are those of a GPU's counters.
        self.exact = document["exact"]
        #: Why they are estimates; None where they are exact.
        self.estimate = document["estimate"]
        #: The instructions without their operands.
        self.instructions = document["instructions"]
        #: The chains of calls that the line was inlined through.
        self.calls = [chain["calls"] for chain in document["by_call"]]
        #: The counts of each chain, as dictionaries with `calls`, `requests`, `wavefronts` and `ideal`.
        self.by_call = document["by_call"]
        #: The predicted cycles of the launch that the excess wavefronts cost; None where no time is predicted.
        self.cycles_at_stake = document["cycles_at_stake"]
        #: The lanes that meet in one bank in the worst request, as a dictionary; None without a conflict.
        self.worst = document["worst"]

    @property
    def excess(self):
        """The wavefronts that bank conflicts cause."""
        return max(0, self.wavefronts - self.ideal)

    @property
    def map(self):
        """The bank map of the worst request; None without a conflict."""
        return BankMap.of(self._finished.svg_of_line(self._launch, self._number))

    def to_dict(self):
        """The line as the program's `--json` has it."""
        return json.loads(json.dumps(self._document))

    def _row(self):
        place = html.escape(f"{self.file}:{self.line}")
        cells = (place, self.op, self.requests, self.wavefronts, self.ideal, self.excess, f"{self.ways}-way")
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

    def __repr__(self):
        return f"<smem_tile.Line {self.file}:{self.line} {self.op}: {self.wavefronts} wavefronts, {self.excess} excess, {self.ways}-way>"


class Finding:
    """A race, a barrier that not every thread reaches, or an access beyond a shared array."""

    def __init__(self, launch, kind, file, line, message):
        #: The number of its launch, from 0.
        self.launch = launch
        #: The id of its kind, as SARIF and JSON have it: `'shared-memory-race'`, `'global-memory-race'`, `'divergent-barrier'`,
        #: `'shared-array-overrun'`, `'cluster-memory-lifetime'` or `'wgmma-not-awaited'`.
        self.kind = kind
        #: The file, as the report names it.
        self.file = file
        #: The number of the line, from 1.
        self.line = line
        #: The program's sentence.
        self.message = message

    def __str__(self):
        return f"{self.file}:{self.line}: {self.message}"

    def __repr__(self):
        return f"<smem_tile.Finding {self}>"


class BankMap:
    """A picture of requests on the rows of the banks that they touch. A notebook shows it."""

    def __init__(self, svg):
        #: The SVG document.
        self.svg = svg

    @classmethod
    def of(cls, svg):
        return None if svg is None else cls(svg)

    def save(self, path):
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self):
        return self.svg

    def __repr__(self):
        return f"<smem_tile.BankMap: {len(self.svg)} characters of SVG>"


def _summary(launch):
    worst = next((line for line in launch.lines if line.excess > 0), None)
    at = "" if worst is None else f", worst at {worst.file}:{worst.line}"
    found = f", {len(launch.findings)} findings" if launch.findings else ""
    name = launch.kernel if len(launch.kernel) <= 60 else launch.kernel[:57] + "..."
    return f"{name} {launch.wavefronts} wavefronts, {launch.excess} excess{at}{found}"
