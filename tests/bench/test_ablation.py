#!/usr/bin/env python3
"""bench/ablation.py reads the rows of mergus_bench: the table of two backends, of which one's name begins with the other's."""
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "bench" / "ablation.py"
ROWS = """op,matrix,backend,semiring,median_ms
mxm,a,cuda,plus_times,1
mxm,a,cuda-hash,plus_times,4
mxm,a,cuda-esc,plus_times,
mxm,a,cuda-nothing,plus_times,1
mxm,b,cuda,plus_times,2
mxm,b,cuda-esc,plus_times,1
mxm,b,cuda-nothing,plus_times,2.02
mxm,c,cuda,plus_times,
mxm,c,cuda-hash,plus_times,3
mxm,a,cuda-emulated,plus_times,50
mxm,a,cuda-emulated-hash,plus_times,50
mxm,a,cuda-emulated-nothing,plus_times,50
"""
EXPECTED = {
    "cuda": ["nothing 2 timed, 0 slower, 0 faster, x 1.0050:",
             "hash 1 timed, 1 slower, 0 faster, x 2.0000: a 4.00",
             "esc 1 timed, 0 slower, 1 faster, x 0.7071: a fails"],
    "cuda-emulated": ["nothing 1 timed, 0 slower, 0 faster, x 1.0000:",
                      "hash 1 timed, 0 slower, 0 faster, x 1.0000:"],
}


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        rows.write_text(ROWS, encoding="utf-8")
        for backend, expected in EXPECTED.items():
            output = subprocess.run([sys.executable, PROGRAM, "--read", "--csv", rows, "--backend", backend],
                                    check=True, capture_output=True, text=True).stdout
            found = [" ".join(line.split()) for line in output.splitlines()]
            if found != expected:
                failed = True
                print(f"{backend}:", *found, "expected:", *expected, sep="\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
