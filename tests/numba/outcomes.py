"""Runs one module of numba-cuda's tests, or one test, and writes a line a test as soon as its outcome is known: outcome, test and, of one
that is skipped, the reason, with tabs between.

    python outcomes.py MODULE FILE
"""

import sys
import unittest


class Outcomes(unittest.TextTestResult):
    """Writes the outcome of each test; of one with subtests the worst."""

    file = None

    def startTest(self, test):
        super().startTest(test)
        self.outcome, self.reason = "ok", ""
        self.note("started", test)

    def stopTest(self, test):
        super().stopTest(test)
        self.note(self.outcome, test, self.reason)

    def note(self, outcome, test, reason=""):
        print(outcome, test.id(), " ".join(reason.split()), sep="\t", file=self.file, flush=True)

    def addError(self, test, err):
        super().addError(test, err)
        self.outcome = "error"
        if not isinstance(test, unittest.TestCase):
            # A class or a module that could not be set up: none of its tests runs.
            self.note("error", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.outcome = "failure"

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.outcome = "failure" if issubclass(err[0], test.failureException) else "error"

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase):
            self.outcome, self.reason = "skipped", reason
        else:
            self.note("skipped", test, reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.outcome = "expected failure"

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.outcome = "unexpected success"


def main():
    module, path = sys.argv[1:]
    with open(path, "w") as Outcomes.file:
        tests = unittest.defaultTestLoader.loadTestsFromName(module)
        unittest.TextTestRunner(resultclass=Outcomes, verbosity=0).run(tests)


if __name__ == "__main__":
    main()
