"""The figures and tables of docs/PERFORMANCE.md, made from bench/results. Standard library only."""
