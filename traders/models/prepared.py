"""Queries whose SQL is worked out once: the door asks the same few in every passage, and making their SQL costs more than running it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)

_ANY = 987_654_321
"""Stands for the one number that a query is asked with while its SQL is made."""


class Prepared(Generic[M]):
    """A query over one model that takes one number, a game's or a row's id: `queryset` says it in Django's words."""

    def __init__(self, model: type[M], queryset: Callable[[int], models.QuerySet[M]]) -> None:
        self._model = model
        self._queryset = queryset
        self._sql: dict[str, str] = {}

    def rows(self, number: int) -> list[M]:
        """The rows, as the queryset would find them."""
        return list(self._model._default_manager.raw(self._made(), [number]))

    def _made(self) -> str:
        sql = self._sql.get(connection.vendor)
        if sql is None:
            sql, parameters = self._queryset(_ANY).query.sql_with_params()
            if list(parameters) != [_ANY]:
                raise ValueError(f"a prepared query takes one number, and this one {parameters}")
            self._sql[connection.vendor] = sql
        return sql
