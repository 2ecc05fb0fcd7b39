"""Results of a run as JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from traders.proof.scenarios.scenario_runner import Result

_NOT_XML = {code: None for code in range(32) if code not in (9, 10, 13)}


def junit(results: Sequence[Result]) -> bytes:
    """One test suite a file, one test case a scenario."""
    suites = ElementTree.Element("testsuites")
    for file in dict.fromkeys(result.file for result in results):
        cases = [result for result in results if result.file == file]
        suite = ElementTree.SubElement(
            suites,
            "testsuite",
            name=Path(file).stem,
            tests=str(len(cases)),
            failures=str(sum(not case.ok for case in cases)),
            time=f"{sum(case.seconds for case in cases):.3f}",
        )
        for case in cases:
            element = ElementTree.SubElement(
                suite,
                "testcase",
                classname=Path(file).stem,
                name=case.scenario,
                time=f"{case.seconds:.3f}",
            )
            if not case.ok:
                words = case.difference.translate(_NOT_XML)
                ElementTree.SubElement(element, "failure", message=words).text = words
    ElementTree.indent(suites)
    written: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return written
