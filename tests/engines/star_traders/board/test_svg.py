"""The board drawn and told: well made, whole, legible, the same for the same view."""

from __future__ import annotations

from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
import resvg_py

from traders.engines.registry import engine as engine_named
from traders.engines.star_traders.board.svg import contract_ways
from traders.engines.star_traders.board.svg.background import sky
from traders.engines.star_traders.board.svg.layout import DISC, Line, World, name_width
from traders.engines.star_traders.board.svg.svg_symbols import BADGES
from traders.engines.star_traders.edition import standard

ENGINE = engine_named("star-traders")
SVG = "{http://www.w3.org/2000/svg}"
SIX = ("red", "blue", "green", "yellow", "purple", "black")


def drawn(start=None, seats=SIX):
    return ENGINE.board_svg(ENGINE.view(ENGINE.position(seats, {}, start or {}), seats[0]))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_world_is_named_and_numbered():
    found = texts(drawn())
    for world in standard().printed.worlds:
        assert world.name in found
        assert str(world.number) in found


def test_the_picture_is_told_in_words_for_those_who_hear_it():
    root = ElementTree.fromstring(
        drawn({"red": {"at": "Oz", "cargo": ["Fur"]}, "contracts": ["Fur to Frygia"]})
    )
    assert root.get("role") == "img"
    assert "round 1, Red's turn" in root.findtext(f"{SVG}title")
    told = root.findtext(f"{SVG}desc")
    assert "Red is at Oz" in told
    assert "Fur from Endor to Frygia" in told


def test_the_ways_to_contracts_are_drawn_for_their_reader_alone_each_with_dashes_of_its_own():
    contracts = ["Fur to Frygia", "Fungus to Endor"]
    start = {"red": {"at": "Niven"}, "contracts": contracts}
    state = ENGINE.position(SIX, {}, start)
    view = ENGINE.view(state, "red")
    found = contract_ways.ways(view)
    assert list(found) == [one["space"] for one in view["contracts"] if one]
    for one in filter(None, view["contracts"]):
        legs = found[one["space"]]
        assert (legs[0][0], legs[-1][1].to) == ("Niven", one["to"])
        assert all(leg.to == start for (_, leg), (start, _) in pairwise(legs))
        plates = [words for words in texts(ENGINE.board_svg(view)) if words.endswith("%")]
        assert plates.count(f"{one['space']}: {contract_ways.odds(legs)}") == 1
        assert len(plates) == len(found)  # one each, in a place where nothing else stands
    drawn_lines = [
        path.get("stroke-dasharray")
        for path in ElementTree.fromstring(ENGINE.board_svg(view)).iter(f"{SVG}path")
        if path.get("stroke") == contract_ways.PALE
    ]
    jumps = [{frozenset((start, leg.to)) for start, leg in legs} for legs in found.values()]
    assert len(drawn_lines) == sum(map(len, jumps))
    assert len(set(drawn_lines)) == len(found)
    assert contract_ways.PALE not in ENGINE.board_svg(ENGINE.view(state, None))


@pytest.mark.parametrize(("roll", "failed"), [(6, False), (1, True)])
def test_the_jump_just_made_is_marked_whole_or_broken(roll, failed):
    state = ENGINE.position(
        SIX, {}, {"red": {"at": "Mink", "stations": []}, "lines": [["Mink", "Niven", "orange"]]}
    )
    assert 'stroke="#fff3b0" stroke-opacity' not in ENGINE.board_svg(ENGINE.view(state, None))
    ENGINE.play(state, "red", ENGINE.read(state, "red", "jump niven"))
    ENGINE.happen(state, roll)
    view = ENGINE.view(state, None)
    assert view["last_jump"] == {"seat": "red", "from": "Mink", "to": "Niven", "failed": failed}
    svg = ENGINE.board_svg(view)
    assert 'stroke="#fff3b0" stroke-opacity' in svg
    assert ('stroke-dasharray="3 14"' in svg) is failed


def test_nothing_is_fetched_and_nothing_runs():
    svg = drawn()
    assert "<script" not in svg
    assert "href" not in svg
    assert "url(" not in svg
    assert svg.count("http") == 1  # the name of SVG itself


def test_seats_differ_by_letter_and_by_shape():
    assert len({look.letter for look in BADGES.values()}) == len(BADGES)
    assert len({(look.corners, look.turn) for look in BADGES.values()}) == len(BADGES)


def test_any_number_of_ships_on_one_world_stand_apart():
    """(ST-JUMP-15)"""
    root = ElementTree.fromstring(drawn({seat: {"at": "Oz", "stations": []} for seat in SIX}))
    flames = [
        element.get("d") for element in root.iter(f"{SVG}path") if element.get("fill") == "#ffb13b"
    ]
    assert len(flames) == len(set(flames)) == len(SIX)


def test_a_mission_is_marked_at_both_ends_with_its_seats_letter():
    """(ST-MISSION-09)"""
    start = {"red": {"mission": {"from": "Lambard", "to": "Kluge"}}}
    root, plain = ElementTree.fromstring(drawn(start)), ElementTree.fromstring(drawn())
    staffs = [
        element
        for element in root.iter(f"{SVG}path")
        if element.get("stroke") == "#ffcf3f" and element.get("stroke-width") == "3.4"
    ]
    assert len(staffs) == 2
    assert (
        texts(drawn(start)).count(BADGES["red"].letter)
        == texts(drawn()).count(BADGES["red"].letter) + 2
    )
    assert not [
        element
        for element in plain.iter(f"{SVG}path")
        if element.get("stroke-width") == "3.4" and element.get("stroke") == "#ffcf3f"
    ]


def test_counters_stand_at_both_ends_of_a_contract_and_in_the_key():
    """(ST-SETUP-25)"""
    start = {"contracts": ["Fur to Frygia", "Fur to Hench", "Robots to Jaxin"]}
    svg = ENGINE.board_svg(ENGINE.view(ENGINE.position(SIX, {}, start), None))
    assert texts(svg).count("1") == texts(svg).count("2") == texts(svg).count("3") == 3
    assert "Fur: Endor to Frygia, 10 + 2P (Prestige twice)" in texts(svg)


@pytest.mark.parametrize("width", [360, 900])
def test_it_is_rendered_as_a_letter_s_picture(width):
    png = bytes(resvg_py.svg_to_bytes(svg_string=drawn(), width=width))
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == width
    assert len(png) < 700_000


def _standard_sky():
    book = standard()
    worlds = tuple(
        World(w.number, w.name, w.arm, w.x, w.y, w.start, w.shipyard) for w in book.printed.worlds
    )
    return worlds, sky(worlds, tuple(Line(*line) for line in book.lines))


def test_names_lie_inside_the_frame_and_on_nothing_else():
    worlds, made = _standard_sky()
    boxes = {world.number: made.places[world.number].name for world in worlds}
    for left, top, right, bottom in boxes.values():
        assert made.frame[0] <= left
        assert right <= made.frame[2]
        assert made.frame[1] <= top
        assert bottom <= made.frame[3]
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1]), (
            one,
            other,
        )
    for world in worlds:
        for number, (left, top, right, bottom) in boxes.items():
            inside = left - DISC < world.x < right + DISC and top - DISC < world.y < bottom + DISC
            nearest = (
                (max(left, min(world.x, right)) - world.x) ** 2
                + (max(top, min(world.y, bottom)) - world.y) ** 2
            ) ** 0.5
            assert not inside or nearest >= DISC - 4, (world.name, number)


def test_names_and_numbers_of_worlds_are_legible_on_a_telephone():
    root = ElementTree.fromstring(drawn())
    words = {str(word) for one in standard().printed.worlds for word in (one.name, one.number)}
    scale = 356 / float(root.attrib["viewBox"].split()[2])
    sizes = [float(t.attrib["font-size"]) for t in root.iter(f"{SVG}text") if t.text in words]
    assert len(sizes) >= len(words)
    assert min(sizes) * scale >= 9


def test_a_club_s_own_chart_with_odd_names_is_drawn_and_escaped():
    worlds = (World(11, 'R&D <"x">', 1, 100, 100), World(66, "Capital", 6, 500, 500, True, True))
    made = sky(worlds, (Line(11, 66, "green"),))
    assert "R&amp;D &lt;&quot;x&quot;&gt;" in made.names
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made.svg}{made.names}</svg>')
    assert name_width("Sanctuary") > name_width("Oz")


def test_the_same_view_is_the_same_picture():
    assert drawn({"red": {"at": "Oz"}}) == drawn({"red": {"at": "Oz"}})
    assert drawn({"red": {"at": "Oz"}}) != drawn({"red": {"at": "Mink"}})
