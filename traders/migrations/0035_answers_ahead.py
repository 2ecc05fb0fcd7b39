"""Answers to a window that has not opened yet: a kind of sealed note."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("traders", "0034_letters_of_a_game")]

    operations = [
        migrations.AlterField(
            model_name="sealed",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reaction", "Reaction"),
                    ("answer", "Answer"),
                    ("pass", "Pass"),
                    ("hold", "Hold"),
                    ("agree", "Agree"),
                    ("standing", "Standing"),
                    ("standing-pass", "Standing Pass"),
                    ("stop", "Stop"),
                    ("plan", "Plan"),
                    ("ahead", "for the next window of the deed"),
                    ("offer", "Offer"),
                    ("unconfirmed", "counts when its seat says that it is meant (PR-SEAT-06)"),
                    (
                        "waiting",
                        "sent while a claim held play; made when play goes on, if it still fits "
                        "(PR-CLAIM-03)",
                    ),
                ],
                max_length=14,
            ),
        ),
    ]
