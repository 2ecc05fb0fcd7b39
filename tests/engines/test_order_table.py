"""The table of orders: each form has its row, each row its forms."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from traders.engines.kernel.order_parts import Names
from traders.engines.kernel.order_table import OrderRow, When, order_rows
from traders.engines.kernel.orders import Form, Grammar


class Jump(msgspec.Struct, frozen=True):
    to: str = ""
    kind: str = ""


class Reroll(msgspec.Struct, frozen=True):
    pass


WORLDS = {"world": Names("world", {"Niven": "Niven", "Random": "Random"})}
JUMPS = (
    Form(Jump, "jump <to:world>"),
    Form(Jump, "jump to <to:world>"),
    Form(Jump, "jump random", kind="random"),
)
REROLLS = (Form(Reroll, "reroll"), Form(Reroll, "re roll"))


@pytest.fixture
def rows_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The rows of a package that holds this `orders.toml`, for a grammar of these forms."""
    monkeypatch.syspath_prepend(tmp_path.parent)

    def rows(forms: tuple[Form, ...], *tables: str) -> tuple[OrderRow, ...]:
        (tmp_path / "__init__.py").touch()
        (tmp_path / "orders.toml").write_text("\n".join(tables), "utf-8")
        return order_rows(tmp_path.name, Grammar(forms, WORLDS))

    return rows


def row(prefix: str, more: str = "", when: str = "in your turn") -> str:
    told = f'help = "Do it."\nexample = "{prefix}"\nrule = "XX-A-01"'
    return f'[[order]]\nprefix = "{prefix}"\nwhen = "{when}"\n{told}\n{more}\n'


def test_a_row_has_the_forms_that_begin_with_its_prefix(rows_of):
    (jump,) = rows_of(JUMPS, row("jump"))
    assert jump.forms == ("jump <world>", "jump to <world>", "jump random")
    assert (jump.when, jump.help, jump.example, jump.rule) == (
        When.TURN,
        "Do it.",
        "jump",
        "XX-A-01",
    )
    assert jump.who == "the seat on turn"


@pytest.mark.parametrize("order", [("jump", "jump random"), ("jump random", "jump")])
def test_the_longest_prefix_wins_wherever_it_stands(rows_of, order):
    forms = {one.prefix: one.forms for one in rows_of(JUMPS, *map(row, order))}
    assert forms == {"jump": ("jump <world>", "jump to <world>"), "jump random": ("jump random",)}
    assert tuple(forms) == order


def test_a_row_has_the_forms_of_its_other_words_too(rows_of):
    (reroll,) = rows_of(REROLLS, row("reroll", 'also = ["re roll"]'))
    assert reroll.forms == ("reroll", "re roll")


def test_a_form_that_is_written_alike_twice_is_named_once(rows_of):
    (reroll,) = rows_of((REROLLS[0], Form(Reroll, "reroll")), row("reroll"))
    assert reroll.forms == ("reroll",)


def test_a_form_without_a_row_is_refused(rows_of):
    with pytest.raises(ValueError, match=r"orders\.toml says nothing of: re roll"):
        rows_of(REROLLS, row("reroll"))


def test_a_prefix_is_whole_words(rows_of):
    with pytest.raises(ValueError, match=r"orders\.toml says nothing of: reroll"):
        rows_of(REROLLS, row("re"))


def test_a_row_without_a_form_is_refused(rows_of):
    with pytest.raises(ValueError, match="no order is written halt, stay"):
        rows_of(JUMPS, row("jump"), row("halt"), row("stay"))


@pytest.mark.parametrize(
    "wrong",
    [
        row("jump", when="now and then"),
        row("jump", 'hlep = "Do it."'),
        '[[order]]\nprefix = "jump"\n',
    ],
)
def test_a_row_that_is_misspelt_is_refused(rows_of, wrong):
    with pytest.raises(msgspec.ValidationError):
        rows_of(JUMPS, wrong)
