"""A small sub-sector of the players' own."""

from typing import Any

MARCH: dict[str, Any] = {
    "planets": [
        {"name": "Ash", "class": "forge", "export": "Slag"},
        {"name": "Birch", "class": "agri", "export": "Timber"},
        {"name": "Cliff", "class": "shrine", "export": "Relics"},
    ],
    "lanes": [
        {"between": ["Ash", "Birch"], "spaces": 2},
        {"between": ["Birch", "Cliff"], "spaces": 3},
    ],
    "orders": ["Slag to Cliff", "Timber to Ash", "Relics to Birch", "Slag to Birch"],
}
