"""Private clubs that were made before their addresses ended in signs that nobody guesses get such
an address. The old one leads nowhere: it would tell that there is such a club.
"""

import re
from typing import Any

from django.db import migrations
from django.utils.crypto import get_random_string

SIGNS = "bcdfghjkmnpqrstvwxz23456789"
MASKED = re.compile("-[bcdfghjkmnpqrstvwxz2-9]{8}$")


def mask(apps: Any, schema_editor: Any) -> None:
    clubs = apps.get_model("traders", "Club").objects
    for club in clubs.filter(public=False):
        if not MASKED.search(club.slug):
            masked = f"{club.slug[:41].rstrip('-')}-{get_random_string(8, SIGNS)}"
            clubs.filter(pk=club.pk).update(slug=masked)


class Migration(migrations.Migration):
    dependencies = [("traders", "0023_taken_off_ladders")]

    operations = [migrations.RunPython(mask, migrations.RunPython.noop)]
