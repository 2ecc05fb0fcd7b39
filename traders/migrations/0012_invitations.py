from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('traders', '0011_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='membership',
            name='organized',
            field=models.DateTimeField(blank=True, help_text='until when this member ran the club (PR-RULING-02)', null=True),
        ),
        migrations.AddField(
            model_name='invitation',
            name='taken_back',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='NotInvited',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('since', models.DateTimeField()),
            ],
        ),
    ]
