from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('arbitration', '0004_what_the_rules_leave_open'),
    ]

    operations = [
        migrations.RenameField(
            model_name='ruling',
            old_name='groundless',
            new_name='unfounded',
        ),
        migrations.AlterField(
            model_name='leave',
            name='forgiven',
            field=models.PositiveSmallIntegerField(help_text='unfounded claims that count no more'),
        ),
    ]
