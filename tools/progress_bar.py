"""A progress bar below a command's output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.management.base import OutputWrapper
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def under(
    stdout: OutputWrapper, words: str, total: int
) -> Iterator[tuple[Callable[[str], None], Callable[[], None]]]:
    """Show a bar on the terminal's last line, if there is a terminal. Yields two functions: print a
    line above it; advance it by one.
    """
    on_terminal = stdout.isatty()
    console = Console() if on_terminal else Console(stderr=True)
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())

    def say(line: str) -> None:
        if on_terminal:
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            stdout.write(line)
            stdout.flush()

    with Progress(
        *columns, console=console, transient=True, disable=not (on_terminal or sys.stderr.isatty())
    ) as progress:
        task = progress.add_task("", total=total)
        yield say, lambda: progress.advance(task)
