"""The operator's figures in Prometheus' text format."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import DatabaseError
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from traders.domain.operators import lifetime_counters, running_commit
from traders.domain.operators.health_figures import figures
from traders.version import VERSION

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


def written() -> bytes:
    """All figures and totals as they are now."""
    registry = CollectorRegistry()
    registry.register(Figures())
    registry.register(Totals())
    text: bytes = generate_latest(registry)
    return text


class Figures:
    """The figures of the moment, as gauges named `traders_…`."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        for one in figures():
            labels = ["queue"] if one.label else []
            family = families.setdefault(
                one.name, GaugeMetricFamily(f"traders_{one.name}", one.words, labels=labels)
            )
            family.add_metric([one.label] if one.label else [], one.value)
        yield from families.values()


class Totals:
    """What only grows, as counters named `traders_…_total`; how long answers took, as sum and
    count; and which release runs.
    """

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily(
            "traders_build",
            "the release that runs",
            {"version": VERSION, "commit": running_commit.commit()},
        )
        try:
            found = lifetime_counters.totals()
        except DatabaseError:  # the gauges say so
            return
        families: dict[str, CounterMetricFamily] = {}
        for counter, label, value in found:
            labels = [counter.label] if counter.label else []
            family = families.setdefault(
                counter.name,
                CounterMetricFamily(f"traders_{counter.name}", counter.words, labels=labels),
            )
            family.add_metric([label] if labels else [], value)
        yield from families.values()
