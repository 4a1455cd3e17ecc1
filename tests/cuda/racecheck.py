#!/usr/bin/env python3
"""Judges a report of racecheck: which races a lock explains, and which are faults. Exit status 1 if there is a fault.

    compute-sanitizer --tool racecheck --xml --save report.xml PROGRAM
    tests/cuda/racecheck.py report.xml

racecheck knows barriers only. In the kernels below, slots of values wider than a word are guarded by a lock of their own;
LockedSlots of backend/cuda/steps/accumulate.cuh has the proof. A second run without locks shows the faults of
these kernels that their reports hide, and has to be free of reports:

    MERGUS_CUDA_MXM=ordered compute-sanitizer --tool racecheck --xml --save ordered.xml PROGRAM
    tests/cuda/racecheck.py --no-locks ordered.xml
"""
import argparse
import re
import sys
import xml.etree.ElementTree as xml

LOCKED = {"multiply_column_tile", "multiply_hash", "multiply_ranked_bitmap", "multiply_two_level_bitmap"}


def kernels(element):
    """The names in a record that may be those of kernels; the stack of the host has none."""
    if element.tag == "hostStack":
        return set()
    names = set(re.findall(r"[a-z]+(?:_[a-z]+)+", element.text or ""))
    return names.union(*(kernels(child) for child in element))


def main():
    parser = argparse.ArgumentParser(description="Judges a report of racecheck.")
    parser.add_argument("--no-locks", action="store_true", help="every report is a fault")
    parser.add_argument("file", help="the report, in XML")
    given = parser.parse_args()
    locked = set() if given.no_locks else LOCKED
    explained, faults = {}, []
    for record in xml.parse(given.file).getroot().iter("record"):
        names = kernels(record)
        if names and names <= locked:
            key = " ".join(sorted(names))
            explained[key] = explained.get(key, 0) + 1
        else:
            faults.append(xml.tostring(record, "unicode"))
    for names, count in sorted(explained.items()):
        print(f"{count} reports of slots that are locked: {names}")
    for fault in faults:
        print(f"a fault:\n{fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
