"""Players who wish to be found in the list of players: nobody before they say so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("traders", "0032_passes_for_seats_not_asked")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="listed",
            field=models.BooleanField(
                default=False, help_text="whether everybody finds the player in the list of players"
            ),
        ),
    ]
