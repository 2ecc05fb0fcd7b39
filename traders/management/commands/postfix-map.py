"""`manage.py postfix-map`: the map of mailboxes for Postfix, as pcre_table(5) has it, made of the
forms of address that this server gives out. `virtual_mailbox_maps` in main.cf names it.
"""

from __future__ import annotations

from django.core.management.base import BaseCommand

from traders.domain.letters.addresses import mailbox_patterns


class Command(BaseCommand):
    """Print the map: a line for each form of address."""

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write("# by `manage.py postfix-map`: every form of address that is answered to")
        for pattern in mailbox_patterns():
            self.stdout.write(f"/{pattern}/ there")
