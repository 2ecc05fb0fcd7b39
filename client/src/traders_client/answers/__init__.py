"""What the API answers, as typed dictionaries. The house's document (/api/docs) says what each part
means.
"""

from traders_client.answers.clubs import *  # noqa: F403
from traders_client.answers.court import *  # noqa: F403
from traders_client.answers.games import *  # noqa: F403
