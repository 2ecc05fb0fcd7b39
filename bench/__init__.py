"""What is measured, and the ledger of results (`results.md`). Figures are ratios beside a peer or a
physical limit of the same run.
"""
