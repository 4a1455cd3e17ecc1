#!/usr/bin/env python3
"""bench/scaling_simulation.py: without contention it is the closed form of bench/scaling_model.py; with contention small cases are
compared with times computed by hand."""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
from scaling_model import product  # noqa: E402
from scaling_simulation import Network, needs_of_product, simulate  # noqa: E402

LINK, LATENCY, ROWS, ENTRIES = 1e9, 1e-5, 1e6, 16e6


def near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def expect(condition, what):
    if not condition:
        raise SystemExit(f"failed: {what}")


def closed(p, q):
    block, _, fetched, messages = product(ROWS, ENTRIES, p, q)
    return block, fetched / LINK + messages * LATENCY


free, real = Network(LINK, LATENCY, contention=False), Network(LINK, LATENCY)
for p, q in ((1, 1), (2, 1), (1, 2), (4, 1), (1, 4), (2, 2), (3, 5), (8, 8), (64, 1)):
    block, expected = closed(p, q)
    for staggered in (False, True):
        found = simulate(needs_of_product(p, q, staggered), block, 0, free)
        expect(near(found, expected), f"{p} x {q} without contention: {found}, not {expected}")
    found = simulate(needs_of_product(p, q, False), block, 0, real)
    expect(found >= expected * (1 - 1e-9), f"{p} x {q}: contention makes it faster, {found} < {expected}")
    expect(near(simulate(needs_of_product(p, q, True), block, 3, free), expected + 3), f"{p} x {q}: the products take 3 s")
    if q == 1:  # at each time each rank sends one block and gets one
        found = simulate(needs_of_product(p, q, True), block, 0, real)
        expect(near(found, expected), f"{p} ranks from their own block on wait for links: {found}, not {expected}")

# Three ranks, blocks of one second, no latency: 0 serves 1, then 2; 1 serves 0, then 2; 2 serves 0 and then 1.
seconds = simulate(needs_of_product(3, 1, False), 1e9, 0, Network(1e9, 0))
expect(near(seconds, 3), f"three ranks in the order of blocks take {seconds} s, not 3")
# Two ranks, blocks of one second, products of ten: both fetch at the same time.
seconds = simulate([[1], [0]], 1e9, 10, Network(1e9, 0))
expect(near(seconds, 11), f"two ranks take {seconds} s, not 11")
# Rank 1 computes from the start, and rank 0 gets its block meanwhile.
seconds = simulate([[1], []], 1e9, 10, Network(1e9, 0))
expect(near(seconds, 11), f"a rank that gets a block of one that computes ends after {seconds} s, not 11")
print("ok")
