"""Letters as a player likes them: of each game, at hours of their own, and with or without nudges."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("traders", "0033_players_listed")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="nudges",
            field=models.BooleanField(
                default=True, help_text="whether other players may nudge the player in a turn"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="reminder_hours",
            field=models.CharField(
                blank=True,
                max_length=80,
                help_text="hours of the day, in the player's zone, at which to remind of what waits: "
                "`8, 20`; empty: at half of the time",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="cadence",
            field=models.CharField(
                blank=True,
                choices=[
                    ("waiting", "only what waits for me"),
                    ("every", "a notice after each turn too"),
                    ("daily", "a summary of the day too"),
                ],
                max_length=8,
                help_text="which letters its player gets of this game; empty: as their account has it",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="nudged",
            field=models.DateTimeField(
                blank=True, null=True, help_text="when a seat on turn was nudged last (PR-SEAT-08)"
            ),
        ),
    ]
