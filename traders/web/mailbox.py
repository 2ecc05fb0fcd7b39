"""The mailbox of the embedded set-up: a newcomer reads the letters that were sent to them, as sent,
and answers by a real letter; whoever tries the house alone finds codes and invitations to any
address.

An answer is composed as a mail program would (quoted original, threading headers) and handed to the
mail server on loopback: the whole way in is the one that every letter goes.
"""

from __future__ import annotations

import base64
import re
import smtplib
from collections.abc import Iterable
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, formataddr, make_msgid
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from traders.domain.calendar import clock
from traders.domain.history.moment_labels import labels_of
from traders.domain.letters.plain_text_layout import unstuffed
from traders.domain.post import mailbox_page_letter_files
from traders.domain.post.mail_transport import filled
from traders.models import Game, Letter, LetterStatus, Phase, Player
from traders.web.game_page_context import GamePage
from traders.web.security_headers import LETTER
from traders.web.slug_lookup import reader_of, signed_in

A_PAGE = 40
MOST_PLAYING = 5
"""Games of the reader that the page links to, the latest ones."""
MOST_LOOSE = 20
"""Letters that belong to no table, on the page."""
MOST_TYPED = 20_000


def _letters(request: HttpRequest) -> QuerySet[Letter]:
    """Letters that the mail server took for the reader, newest first; there is no mailbox page
    outside the embedded set-up.
    """
    if not settings.EMBEDDED:
        raise Http404("This server has no mailbox page: letters go to your own mailbox.")
    reader = reader_of(request)
    taken = Q(status=LetterStatus.SENT) | Q(accepted__isnull=False)
    return (
        Letter.objects.filter(taken, player=reader, raw__isnull=False)
        .select_related("game", "picture")
        .order_by("-id")
    )


def _letter(request: HttpRequest, tag: str) -> Letter:
    return get_object_or_404(_letters(request), message_id__startswith=f"<{tag}@")


def _awaited(letters: Iterable[Letter], request: HttpRequest) -> set[int]:
    """Of each game the newest letter of these to which an answer is still awaited, by its id."""
    asking = [one for one in letters if one.asks and one.game is not None]
    labels, tables = labels_of(asking), dict[int, GamePage]()
    found: dict[int, int] = {}
    for one in asking:
        assert one.game is not None
        if one.game.pk not in tables:
            tables[one.game.pk] = GamePage(one.game, reader_of(request))
        table = tables[one.game.pk]
        if table.asks_me and (table.seat, table.moment) == (one.seat, labels[one.pk]):
            found.setdefault(one.game.pk, one.pk)
    return set(found.values())


def mailbox(request: HttpRequest) -> HttpResponse:
    """The list of letters; who has no account yet is told how to begin. Codes and invitations stand
    there for all: whoever has no account yet waits for them too.
    """
    if not settings.EMBEDDED:
        raise Http404("This server has no mailbox page: letters go to your own mailbox.")
    loose = mailbox_page_letter_files.newest(MOST_LOOSE)
    if reader_of(request) is None:
        return render(request, "web/mailbox.html", {"page": None, "loose": loose})
    page = Paginator(_letters(request).defer("raw", "facts"), A_PAGE).get_page(
        request.GET.get("page")
    )
    playing = Game.objects.filter(
        phase=Phase.PLAYING, seats__player=reader_of(request), seats__left=None
    )
    context = {
        "page": page,
        "awaited": _awaited(page, request),
        "loose": loose,
        "playing": playing.only("slug", "title").order_by("-pk")[:MOST_PLAYING],
    }
    return render(request, "web/mailbox.html", context)


def loose_letter(request: HttpRequest, key: str) -> HttpResponse:
    """A letter that belongs to no table, for anybody in the embedded set-up."""
    found = mailbox_page_letter_files.called(key) if settings.EMBEDDED else None
    if found is None:
        raise Http404("There is no such letter, or no more.")
    context = {"letter": found, "head": _head(found.message), "text": _text(found.message)}
    return render(request, "web/loose_letter.html", context)


@login_required
def letter(request: HttpRequest, tag: str) -> HttpResponse:
    """One letter: its text as sent, and the form to answer it. `?sent=` waits for the receipt of an
    answer.
    """
    found = _letter(request, tag)
    message = read(found)
    sent = request.GET.get("sent", "")[:200]
    receipt = _letters(request).filter(in_reply_to=sent).first() if sent else None
    shown = "html" if request.GET.get("as") == "html" and message.get_body(("html",)) else "text"
    page = Paginator(_letters(request).defer("raw", "facts"), 12).get_page(1)
    context = {
        "letter": found,
        "head": _head(message),
        "text": _text(message),
        "has_html": message.get_body(("html",)) is not None,
        "shown": shown,
        "can_answer": bool(message["Reply-To"]),
        "sent": sent,
        "receipt": receipt,
        "typed": request.session.pop(f"unsent.{tag}", ""),
        "problem": request.session.pop(f"problem.{tag}", ""),
        "page": page,
        "awaited": _awaited(page, request),
    }
    return render(request, "web/letter.html", context)


@login_required
def letter_html(request: HttpRequest, tag: str) -> HttpResponse:
    """The HTML of a letter for a sandboxed frame: pictures that came with it stand in it, nothing
    else is loaded.
    """
    message = read(_letter(request, tag))
    body = message.get_body(("html",))
    if body is None:
        raise Http404("This letter has no HTML.")
    answer = HttpResponse(_with_pictures(str(body.get_content()), message))
    answer["Content-Security-Policy"] = LETTER
    answer["X-Frame-Options"] = "SAMEORIGIN"
    return answer


@login_required
def letter_raw(request: HttpRequest, tag: str) -> HttpResponse:
    """The letter's bytes, as they were sent."""
    found = _letter(request, tag)
    return HttpResponse(sent_bytes(found), content_type="text/plain; charset=utf-8")


@login_required
@require_POST
def reply(request: HttpRequest, tag: str) -> HttpResponse:
    """Answer a letter by a letter."""
    found = _letter(request, tag)
    reader = signed_in(request)
    typed = request.POST.get("answer", "")[:MOST_TYPED]
    page = reverse("letter", args=[tag])
    if not typed.strip():
        request.session[f"problem.{tag}"] = "Nothing was written."
        return redirect(f"{page}#answer")
    answer = answer_to(read(found), reader, typed)
    try:
        with smtplib.SMTP(settings.EMAIL_HOST, settings.EMAIL_PORT, timeout=20) as server:
            server.send_message(answer)
    except (OSError, smtplib.SMTPException) as problem:
        request.session[f"unsent.{tag}"] = typed
        request.session[f"problem.{tag}"] = (
            f"The mail server did not take the letter ({type(problem).__name__}). Try again in "
            "a minute."
        )
        return redirect(f"{page}#answer")
    return redirect(f"{page}?sent={quote(answer['Message-ID'])}#answer")


# --- letters, read and written --------------------------------------------------------------------


def sent_bytes(found: Letter) -> bytes:
    """The letter as it went over the wire."""
    # nothing else in a web process draws, and no server has this page
    from traders.domain.post.preparing import picture_in  # noqa: PLC0415

    return filled(bytes(found.raw or b""), picture_in(found))


def read(found: Letter) -> EmailMessage:
    """The letter as a mail program reads it."""
    message: object = BytesParser(policy=policy.default).parsebytes(sent_bytes(found))
    assert isinstance(message, EmailMessage)
    return message


def _head(message: EmailMessage) -> list[tuple[str, str]]:
    names = ("From", "To", "Reply-To", "Date", "Subject")
    return [(name, str(message[name])) for name in names if message[name]]


def _text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    text = str(body.get_content()).replace("\r\n", "\n") if body is not None else ""
    flowed = body is not None and body.get_param("format") == "flowed"
    return unstuffed(text) if flowed else text


def _with_pictures(html: str, message: EmailMessage) -> str:
    """The HTML with `cid:` pictures written into it, since a sandboxed frame may not load any."""
    pictures = {}
    for part in message.walk():
        name = str(part.get("Content-ID", "")).strip("<> ")
        if name and part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_payload(decode=True) or b"").decode("ascii")  # type: ignore[arg-type]
            pictures[name] = f"data:{part.get_content_type()};base64,{data}"
    return re.sub(r"cid:([^\"'\s>]+)", lambda found: pictures.get(found[1], ""), html)


def answer_to(original: EmailMessage, reader: Player, typed: str) -> EmailMessage:
    """The answer that a mail program would make: above the quoted original, into its thread."""
    answer = EmailMessage()
    subject = str(original["Subject"] or "")
    answer["From"] = formataddr((reader.display_name, reader.email))
    answer["To"] = str(original["Reply-To"] or original["From"])
    answer["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    answer["Date"] = format_datetime(clock.now())
    answer["Message-ID"] = make_msgid(domain=reader.email.rpartition("@")[2] or "localhost")
    before = str(original["Message-ID"] or "")
    if before:
        answer["In-Reply-To"] = before
        answer["References"] = " ".join(
            filter(None, (" ".join(str(original["References"] or "").split()), before))
        )
    quoted = "\n".join(f"> {line}".rstrip() for line in _text(original).splitlines())
    answer.set_content(
        f"{typed.rstrip()}\n\nOn {original['Date']}, {_name(original)} wrote:\n{quoted}\n",
        cte="quoted-printable",
    )
    return answer


def _name(original: EmailMessage) -> str:
    addresses = getattr(original["From"], "addresses", ())
    return addresses[0].display_name or addresses[0].addr_spec if addresses else "the post office"
