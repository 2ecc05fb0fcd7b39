"""What the wheel depends on, for its build: the lines of requirements.txt, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class RequirementsHook(MetadataHookInterface):
    """Read by hatchling, as pyproject.toml says."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Enter each pinned part, without its reason."""
        lines = (Path(self.root) / "requirements.txt").read_text("utf-8").splitlines()
        parts = (line.partition(" #")[0].strip() for line in lines if not line.startswith("#"))
        metadata["dependencies"] = [part for part in parts if part]
