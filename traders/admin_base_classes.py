"""Lists of rows in the admin, as this server allows them: filtered by what they show, and, but for
clubs and players, only viewed.
"""

from __future__ import annotations

import re
from typing import Any

from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME as SELECTED
from django.core.exceptions import BadRequest
from django.db import IntegrityError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin


class ListedAdmin(ModelAdmin):
    """Rows that can be filtered only by what their list shows."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only fields that the list shows or filters by. Django would accept any other in the
        address, hidden ones too (`?secret__contains=…`), and the rows left over would reveal its
        value.
        """
        filters = [
            one[0] if isinstance(one, tuple) else getattr(one, "parameter_name", one)
            for one in self.list_filter
        ]
        return lookup.partition("__")[0] in (
            *self.list_display,
            *filters,
        ) and super().lookup_allowed(lookup, value, request)

    def changeform_view(self, request: HttpRequest, *args: object, **more: object) -> Any:
        """The form; where somebody took a name between its check and its saving, once more: its
        check tells of it then.
        """
        try:
            return super().changeform_view(request, *args, **more)
        except IntegrityError:
            return super().changeform_view(request, *args, **more)

    def response_action(self, request: HttpRequest, queryset: QuerySet) -> Any:
        """Rows are selected by their numbers."""
        if not all(re.fullmatch("[0-9]{1,18}", row) for row in request.POST.getlist(SELECTED)):
            raise BadRequest
        return super().response_action(request, queryset)


class ReadOnlyAdmin(ListedAdmin):
    """Rows that can be viewed and not changed."""

    nothing = ""
    """Text shown where the list is empty."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
