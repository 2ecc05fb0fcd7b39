"""What runs on the machine: Debian's own services, and the units of the target."""

from __future__ import annotations

import re

from traders.machine.configuration_file_install import brought

TARGET = "traders.target"
STOP = ("systemctl", "stop", TARGET, "traders-*")
"""Of the target alone `stop` does not wait for its processes: one that still ends would write."""
_SYSTEM = "/usr/lib/systemd/system/"
BELOW = ("postgresql", "redis-server", "nginx")
"""Services that pages and workers stand on."""
OF_MAIL = ("opendkim", "opendmarc", "postfix")
"""Services of a mail server, in the order in which they are started."""


def ours() -> list[str]:
    """The units that the target starts."""
    text = brought()[f"{_SYSTEM}{TARGET}"]
    return [name for line in re.findall(r"^Wants=(.+)$", text, re.M) for name in line.split()]
