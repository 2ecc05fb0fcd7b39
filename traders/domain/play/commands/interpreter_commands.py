"""Commands that the interpreter reads by itself: they say what other lines of the letter are for,
or answer an open window.
"""

from __future__ import annotations

from traders.domain.play.commands.command import Command, Group
from traders.engines.kernel.order_table import When

COMMANDS = (
    Command(
        prefix="test",
        group=Group.LINES,
        forms=("test",),
        when=When.ANY,
        help="As the first line: nothing counts; you are told what would happen.",
        example="test",
        brief="first line: nothing of it counts",
        rule="PR-RECEIPT-08",
    ),
    Command(
        prefix="pass",
        group=Group.MOVES,
        forms=("pass",),
        when=When.WINDOW,
        help="Nothing (more) from you in this reaction window.",
        example="pass",
        brief="nothing from you in this window",
        rule="PR-INTERVAL-03",
    ),
    Command(
        prefix="pass through",
        group=Group.LINES,
        forms=("pass through",),
        when=When.ANY,
        help="At the end of a jump or a plan: you pass in its windows, but at your stops.",
        example="pass through",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="hold",
        group=Group.MOVES,
        forms=("hold",),
        when=When.WINDOW,
        help="Ask for time, once in a window.",
        example="hold",
        brief="more time, once in a window",
        rule="PR-INTERVAL-07",
    ),
    Command(
        prefix="plan",
        group=Group.LINES,
        forms=("plan",),
        when=When.ANY,
        help="Orders ahead for your turn follow, one a line.",
        example="plan",
        brief="orders ahead follow, till `end plan`",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="end plan",
        group=Group.LINES,
        forms=("end plan",),
        when=When.ANY,
        help="The plan ends here.",
        example="end plan",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="otherwise ",
        group=Group.LINES,
        in_prose=True,
        forms=("otherwise <order>",),
        when=When.ANY,
        help="The order is made if the line above was passed over or could not be done.",
        example="otherwise end",
        brief="if the line above was not done",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="if failed:",
        group=Group.LINES,
        in_prose=True,
        forms=("if failed: <order>",),
        when=When.ANY,
        help="Under a jump: what you do if it fails.",
        example="if failed: end",
        rule="PR-STANDING-04",
    ),
)
