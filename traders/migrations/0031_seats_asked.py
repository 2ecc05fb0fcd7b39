"""What play waits for as seats; until now it was read out of the words in which it is told."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def _read_once(apps: Any, schema_editor: Any) -> None:
    games = apps.get_model("traders", "Game").objects.filter(phase="playing")
    for game in games.only("waiting_for").prefetch_related("seats").iterator(chunk_size=500):
        words = game.waiting_for.lower()
        game.asked = sum(1 << seat.place for seat in game.seats.all() if seat.colour in words)
        game.save(update_fields=["asked"])


class Migration(migrations.Migration):
    dependencies = [("traders", "0030_operators_figures")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="asked",
            field=models.PositiveBigIntegerField(
                default=0,
                help_text="the seats that play asks, told to each alone (PR-INTERVAL-10): a bit for "
                "each, by its place",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="waiting_for",
            field=models.TextField(
                blank=True,
                help_text="what play waits for in words all may read; for lists of games",
            ),
        ),
        migrations.RunPython(_read_once, migrations.RunPython.noop, elidable=True),
    ]
