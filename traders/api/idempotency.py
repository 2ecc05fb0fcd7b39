"""What a program posts is carried out once: a post with a key (`Idempotency-Key`) that comes again
gets the answer that it got.

The answer is kept in the transaction in which the post is carried out, so that one is never there
without the other. Posts without a key are rows too: quotas of letters count them.

A post that is being carried out is locked by the connection that does it. So one whose process or
database died in the middle is known as lost at once, and the next attempt carries it out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.db import Error, IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from ninja.responses import NinjaJSONEncoder

from traders.api.problem_details import MEDIA_TYPE, problem
from traders.api.token_authentication import Refused, access_of
from traders.domain.calendar import clock
from traders.domain.people import quotas, seating
from traders.engines.kernel.refusal import Refusal
from traders.models import ApiPost, ApiToken, Seat, liveness_locks

KEPT = timedelta(days=1)
"""How long a key stands for its answer."""
LOST_UNLOCKED = timedelta(seconds=10)
"""Age at which a post of another process is given up as lost, on a database that has no locks to
tell.
"""
MOST_KEY = 80
AGAIN = 2
"""Seconds after which a program may ask again for an answer that is being made."""


class Answer(NamedTuple):
    """An answer that can be given again: its status, and its body as data."""

    status: int
    body: object

    def response(self, *, again: bool = False) -> HttpResponse:
        """The answer, as it is sent; `again`: not for the first time."""
        response = HttpResponse(
            json.dumps(self.body, cls=NinjaJSONEncoder, ensure_ascii=False),
            status=self.status,
            content_type=MEDIA_TYPE if self.status >= 400 else "application/json; charset=utf-8",
        )
        if again:
            response.headers["Idempotent-Replayed"] = "true"
        return response


Keep = Callable[[Answer], None]


class _Overtaken(Exception):
    """The post was given up as lost and sent again: it is the other that counts."""


def once(
    request: HttpRequest, act: Callable[[Keep], None], seat: Seat | None = None
) -> HttpResponse:
    """Do what is posted, unless it was done before. `act` hands its answer to `Keep`, in its own
    transaction where it has one; a `Refusal` is kept as an answer too. Of what fails nothing stays.

    `seat`: whose quota of letters counts it; posts without a seat have one together.
    """
    token = access_of(request).holder()
    post, before = _begun(request, token, seat)
    if before is not None:
        return before.response(again=True)
    given: list[Answer] = []

    def keep(answer: Answer) -> None:
        # before the rest of its transaction is
        _keep(post, answer)
        given.append(answer)

    with _in_hand(post):
        try:
            try:
                act(keep)
            except Refusal as refusal:
                keep(refused(refusal))
        except _Overtaken:
            raise _not_yet() from None
        except BaseException:
            with suppress(Error):
                ApiPost.objects.filter(pk=post.pk, at=post.at, status=0).delete()
            raise
    return given[-1].response()


def refused(refusal: Refusal) -> Answer:
    """A refusal as the answer to what was posted."""
    return refusal_of(409, refusal.text, rules=list(refusal.rules), instead=list(refusal.instead))


def refusal_of(status: int, detail: str, **members: object) -> Answer:
    """Problem details as an answer that is kept."""
    return Answer(status, json.loads(problem(status, detail, **members).content))


def _begun(
    request: HttpRequest, token: ApiToken, seat: Seat | None
) -> tuple[ApiPost, Answer | None]:
    """The row of this post; with the answer where it was carried out before."""
    now = clock.exact()
    key = _key(request)
    # a condition is part of what is asked
    asked = "\n".join(filter(None, (request.path, request.headers.get("If-Match", ""))))
    digest = hashlib.sha256(f"{asked}\n".encode() + request.body).hexdigest()
    mine = ApiPost.objects.filter(token=token)
    mine.filter(at__lt=now - KEPT).delete()
    if key and (found := mine.filter(key=key).first()):
        return _again(found, digest, now)
    try:
        with transaction.atomic():
            seating.held(token.player)  # two at once count one another
            _refuse_beyond_quota(token, seat, now)
            return ApiPost.objects.create(
                token=token, seat=seat, key=key, digest=digest, at=now
            ), None
    except IntegrityError:  # the same post came twice at once, and the other was first
        raise _not_yet() from None


def _again(found: ApiPost, digest: str, now: datetime) -> tuple[ApiPost, Answer | None]:
    """The row of a post that came before: with its answer, or taken over from who is lost."""
    if found.digest != digest:
        raise Refused(422, "This Idempotency-Key stands for another request. Use a new one.")
    if found.status:
        return found, Answer(found.status, json.loads(found.answer))
    if not liveness_locks.is_known() and now - found.at < LOST_UNLOCKED:
        raise _not_yet()
    with _in_hand(found):  # else somebody has it
        if not ApiPost.objects.filter(pk=found.pk, status=0, at=found.at).update(at=now):
            raise _not_yet()
    found.at = now
    return found, None


_HERE: set[int] = set()
"""Posts that this process carries out. The database's locks cannot tell them from one another: two
requests of one connection both have the lock.
"""
_ONE_AT_A_TIME = Lock()


@contextmanager
def _in_hand(post: ApiPost) -> Iterator[None]:
    """Within it nobody else carries the post out; refused where somebody does, or did meanwhile."""
    with _ONE_AT_A_TIME:
        if post.pk in _HERE:
            raise _not_yet()
        _HERE.add(post.pk)
    try:
        with liveness_locks.having([post.pk], liveness_locks.POSTS) as alone:
            mine = ApiPost.objects.filter(pk=post.pk, at=post.at, status=0)
            if not alone or not mine.exists():
                raise _not_yet()
            yield
    finally:
        with _ONE_AT_A_TIME:
            _HERE.discard(post.pk)


def _keep(post: ApiPost, answer: Answer) -> None:
    body = json.dumps(answer.body, cls=NinjaJSONEncoder) if post.key else ""
    mine = ApiPost.objects.filter(pk=post.pk, at=post.at)
    if not mine.update(status=answer.status, answer=body):
        raise _Overtaken


def _key(request: HttpRequest) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if key and not (len(key) <= MOST_KEY and key.isascii() and key.isprintable()):
        raise Refused(400, f"An Idempotency-Key has at most {MOST_KEY} printable ASCII signs.")
    return key


def _not_yet() -> Refused:
    return Refused(
        425,
        "The same request, with the same Idempotency-Key, is being carried out. Send it again in a "
        "few seconds: you get its answer.",
        headers={"Retry-After": str(AGAIN)},
    )


def _refuse_beyond_quota(token: ApiToken, seat: Seat | None, now: datetime) -> None:
    """A seat's posts have the quota of its letters; those of a player without one too."""
    mine = seating.in_this_sitting(seat, "at") if seat else Q(token__player=token.player)
    lately = list(
        ApiPost.objects.filter(mine, seat=seat, at__gt=now - quotas.HOUR)
        .order_by("-at")
        .values_list("at", flat=True)[: settings.QUOTA_LETTERS]
    )
    try:
        quotas.letter(lately)
    except Refusal as refusal:
        again = int((lately[-1] + quotas.HOUR - now).total_seconds()) + 1
        raise Refused(429, refusal.text, headers={"Retry-After": str(again)}) from None
