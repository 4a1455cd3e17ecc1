#!/usr/bin/env python3
"""Simulates calls of the backend `blocks` on ranks, event by event, on a network of given latency and bandwidth.

    bench/scaling_simulation.py --csv FILE    the curves of docs/SCALING.md: products and iterations with vectors on 4 to 4096 ranks
    bench/scaling_simulation.py --table FILE  the table of docs/SCALING.md from such a file

The schedule is that of the backend: a rank fetches the blocks that it needs, one after the other, beginning after its own, computes, and
sends a vote to each other rank. Each rank has a link to a switch, which carries one message at a time in each direction. A rank that computes answers
requests. The closed form of bench/scaling_model.py is the same without waiting for links.
"""
import argparse
import csv
import heapq
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from scaling_model import VALUE, grid_of, product  # noqa: E402

SCALES = (26, 30, 36)
RANKS = (4, 16, 64, 256, 1024, 4096)
MOST_FLAT = 1024  # with 4096 ranks a call has 16.8 M fetches, which take minutes to simulate
COLUMNS = ("call", "scale", "ranks", "grid", "closed_s", "simulated_s", "in_one_order_s", "with_products_s")


class Network:
    """`link`: bytes a second in each direction; `latency`: seconds that a message takes beside its bytes."""

    def __init__(self, link, latency, contention=True):
        self.link, self.latency, self.contention = link, latency, contention

    def seconds(self, bytes_of_message):
        return self.latency + bytes_of_message / self.link


def needs_of_product(p, q, staggered):
    """For each rank of a p x q grid the holders of the blocks that it fetches for A*A, in order."""
    def turned(holders, first):
        return holders[first:] + holders[:first] if staggered else holders
    needs = []
    for i in range(p):
        for j in range(q):
            own = i * q + j
            row = turned([i * q + k for k in range(q)], j)
            column = turned([k * q + j for k in range(p)], i)
            seen = {own}
            needs.append([h for h in row + column if not (h in seen or seen.add(h))])
    return needs


def simulate(needs, block, compute, network):
    """Seconds of a call of all ranks. `block`: bytes of each block; `compute`: seconds of each rank after its fetches."""
    ranks = len(needs)
    latency, transfer = network.latency, network.seconds(block)
    out_free, in_free = [0.0] * ranks, [0.0] * ranks
    fetched, ready = [0] * ranks, [0.0] * ranks
    events = []  # (time, order, requester, whether its block has arrived)
    order = 0

    def next_fetch(rank, now):
        nonlocal order
        if fetched[rank] == len(needs[rank]):
            ready[rank] = now + compute
            return
        order += 1
        heapq.heappush(events, (now + latency, order, rank, False))

    for rank in range(ranks):
        next_fetch(rank, 0.0)
    while events:
        now, _, rank, arrived = heapq.heappop(events)
        if arrived:
            fetched[rank] += 1
            next_fetch(rank, now)
            continue
        holder = needs[rank][fetched[rank]]
        start = max(now, out_free[holder], in_free[rank]) if network.contention else now
        out_free[holder] = in_free[rank] = start + transfer
        order += 1
        heapq.heappush(events, (start + transfer, order, rank, True))
    return max(ready) + (ranks - 1) * latency  # votes, one after the other


def calls(given):
    """(call, scale, p, q, bytes of a block, seconds of the closed form, seconds of the products of a rank)."""
    for scale in SCALES:
        rows = 2 ** scale
        entries = given.factor * rows
        for ranks in RANKS:
            if ranks > given.most:
                continue
            for shape in ("flat", "square"):
                p, q = grid_of(ranks, shape)
                if q == 1 and ranks > MOST_FLAT:
                    continue
                block, _, fetched, messages = product(rows, entries, p, q)
                yield ("mxm", scale, p, q, block, fetched / given.link + messages * given.latency,
                       given.factor * entries / ranks / given.rate)
            if ranks > MOST_FLAT:
                continue
            block = VALUE * rows / ranks
            messages = 3 * (ranks - 1)
            yield ("mxv", scale, ranks, 1, block, (ranks - 1) * block / given.link + messages * given.latency,
                   entries / ranks / given.vector_rate)


def write_csv(given):
    network = Network(given.link, given.latency)
    with open(given.csv, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for call, scale, p, q, block, closed, compute in calls(given):
            seconds = [simulate(needs_of_product(p, q, staggered), block, work, network)
                       for staggered, work in ((True, 0), (False, 0), (True, compute))]
            rows.writerow([call, scale, p * q, f"{p}x{q}", *(f"{s:.4g}" for s in (closed, *seconds))])
            file.flush()


def table(file):
    lines = ["| call | R-MAT | ranks | grid | closed form | simulated | all ranks in one order | simulated, with products |",
             "|---|---|---|---|---|---|---|---|"]
    with open(file, newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            if int(row["ranks"]) in (4, 64, 4096):
                times = " | ".join(f"{float(row[name]):.3g} s" for name in COLUMNS[4:])
                lines.append(f"| `{row['call']}` | {row['scale']} | {row['ranks']} | {row['grid'].replace('x', ' x ')} | {times} |")
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--csv", help="file to write")
    options.add_argument("--table", help="file to read")
    options.add_argument("--link", type=float, default=50e9, help="bytes a second in each direction")
    options.add_argument("--latency", type=float, default=5e-6, help="seconds for a message")
    options.add_argument("--factor", type=int, default=16, help="entries for each row")
    options.add_argument("--rate", type=float, default=50e9, help="products a second of a rank in mxm")
    options.add_argument("--vector-rate", type=float, default=23e9, help="entries a second of a rank in mxv")
    options.add_argument("--most", type=int, default=4096, help="ranks")
    given = options.parse_args()
    if given.csv:
        write_csv(given)
    if given.table:
        print(table(given.table))
    if not given.csv and not given.table:
        options.error("--csv or --table is needed")


if __name__ == "__main__":
    main()
