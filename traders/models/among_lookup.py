"""The lookup `pk__among=ids`: as `pk__in`, but with one parameter however many ids there are, for
sweeps that ask for hundreds at a time.
"""

from __future__ import annotations

import json
from typing import Any

from django.db.models import BigAutoField, ForeignKey, Lookup


class Among(Lookup):
    """Whether a column of whole numbers is one of those given."""

    lookup_name = "among"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, params = self.process_lhs(compiler, connection)
        sql = f"{column} IN (SELECT value FROM json_each(%s))"  # noqa: S608 - a column's name
        return sql, [*params, json.dumps(sorted(self.rhs))]

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", [*params, sorted(self.rhs)]


BigAutoField.register_lookup(Among)
ForeignKey.register_lookup(Among)
