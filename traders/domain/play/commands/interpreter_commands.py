"""Commands that the interpreter reads by itself: they say what other lines of the letter are for,
or answer an open window.
"""

from __future__ import annotations

from traders.domain.play.commands.command import Command, Group
from traders.engines.kernel.grammar.order_table import When

COMMANDS = (
    Command(
        prefix="test",
        group=Group.LINES,
        help="On any line, or in the subject: nothing counts; you are told what would happen.",
        brief="on any line: nothing counts",
        rule="PR-RECEIPT-08",
    ),
    Command(
        prefix="pass",
        group=Group.MOVES,
        when=When.WINDOW,
        help="Nothing (more) from you in this reaction window.",
        brief="nothing from you in this window",
        rule="PR-INTERVAL-03",
    ),
    Command(
        prefix="more",
        group=Group.MOVES,
        when=When.WINDOW,
        help="Below a reaction: you have not passed with it, and the window waits for you.",
        brief="below a reaction: wait for me still",
        rule="PR-INTERVAL-03",
    ),
    Command(
        prefix="pass through",
        group=Group.LINES,
        help="At the end of a jump or a plan: you pass in its windows, but at your stops.",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="hold",
        group=Group.MOVES,
        when=When.WINDOW,
        help="Ask for time, once in a window.",
        brief="more time, once in a window",
        rule="PR-INTERVAL-07",
    ),
    Command(
        prefix="plan",
        group=Group.LINES,
        help="Orders ahead for your turn follow, one a line; alone, it shows your plan.",
        brief="orders ahead follow, till `end plan`",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="end plan",
        group=Group.LINES,
        help="The plan ends here.",
        rule="PR-STANDING-04",
    ),
    Command(
        prefix="otherwise ",
        group=Group.LINES,
        in_prose=True,
        forms=("otherwise <order>",),
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
        help="Under a jump: what you do if it fails.",
        example="if failed: end",
        rule="PR-STANDING-04",
    ),
)
