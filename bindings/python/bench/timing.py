"""Rows of results, clocks, and limits of time."""

import contextlib
import csv
import signal
import statistics
import sys
import time

FIELDS = ["part", "case", "library", "what", "median_ms", "min_ms", "repeats", "check", "note"]


class OutOfTime(Exception):
    """A step took longer than its limit."""


@contextlib.contextmanager
def limit(seconds):
    """Ends the block with OutOfTime. A call in C++ ends first."""

    def stop(*_):
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Results:
    """Rows, written as they come, so that a run that is ended leaves what it has."""

    def __init__(self, file, deadline):
        self.rows, self.file, self.deadline = [], file, deadline
        if file is not None:
            self.writer = csv.DictWriter(file, FIELDS)
            self.writer.writeheader()

    def add(self, part, case, library, what, times=(), check="", note=""):
        """:param times: seconds of single calls"""
        row = dict(part=part, case=case, library=library, what=what, check=check, note=note, repeats=len(times))
        row["median_ms"] = f"{1e3 * statistics.median(times):.6g}" if times else ""
        row["min_ms"] = f"{1e3 * min(times):.6g}" if times else ""
        self.rows.append(row)
        if self.file is not None:
            self.writer.writerow(row)
            self.file.flush()
        print(
            f"{part:9} {case:16} {library:12} {what:14} {row['median_ms']:>10} ms  {check:8} {note}",
            file=sys.stderr,
            flush=True,
        )

    @property
    def left(self):
        """Seconds until the end of the run."""
        return self.deadline - time.monotonic()

    def measure(
        self, part, case, library, what, call, *, wait=lambda: None, check=None, longest=20.0, budget=1.0, repeats=9
    ):
        """Times `call`, whose last result is returned; None after an error or the limit, which are noted.

        The first call is a warm-up, in which kernels may be compiled, unless it takes longer than four seconds: then it counts. :param check: result → text
        """
        result = None
        try:
            with limit(max(min(longest, self.left), 0.1)):
                begin = time.perf_counter()
                result = call()
                wait()
                first = time.perf_counter() - begin
                times = [first] if first > 4 else []
                while len(times) < repeats and (not times or sum(times) + times[-1] < budget):
                    begin = time.perf_counter()
                    result = call()
                    wait()
                    times.append(time.perf_counter() - begin)
        except OutOfTime:
            self.add(part, case, library, what, note=f"longer than {longest:g} s")
            return None
        except Exception as error:
            self.add(
                part,
                case,
                library,
                what,
                note=f"{type(error).__name__}: {str(error).splitlines()[0][:100] if str(error) else ''}",
            )
            return None
        text = "" if check is None else check(result)
        self.add(part, case, library, what, times, text)
        return result


def verdict(right):
    """The text of a check."""
    return "right" if right else "WRONG"
