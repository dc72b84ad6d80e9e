"""Mail from the instance's own address, with the person as reply-to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from pydantic import BaseModel, Field, JsonValue, field_validator

from agency.tools.recipients import are_several, known_for
from agency.tools.shapes import Line, SentMail, Words
from ownyou.lib import mail as lib_mail
from ownyou.lib.ids import new_id
from ownyou.lib.markdown import to_html, to_plain
from ownyou.lib.outgoing import lookalike
from trust.models import User
from trust.tools import (
    Done,
    Errand,
    KeptFile,
    Kind,
    Made,
    OutcomeUnknown,
    Risk,
    Settled,
    ToolFailed,
    ToolSpec,
)

ME = "me"
"""As recipient: the person themselves."""

HOLD = timedelta(minutes=2)


class Mail(BaseModel):
    """A mail to one address, or to “me”."""

    to: Line = Field(description="an e-mail address, or “me” for the person themselves")
    subject: Line = Field(max_length=200)
    body: Words = Field(description="Markdown")

    @field_validator("to")
    @classmethod
    def _an_address(cls, to: str) -> str:
        if to.casefold() == ME:
            return ME
        try:
            validate_email(to)
        except ValidationError:
            words = _("“%(typed)s” is not an e-mail address.") % {"typed": to[:80]}
            if are_several(to):
                words = _("A mail goes to one address. Name only one, or ask for a mail to each.")
            raise ValueError(words) from None
        return to


class MailSent(BaseModel):
    email: SentMail


def send(errand: Errand, mail: Mail) -> Done[MailSent]:
    """Hand a mail to the mail server, or write it into a file where there is none. Raises `ToolFailed` when
    it was refused, `OutcomeUnknown` when the connection broke after the text was on its way."""
    to = _address(errand.user, mail.to)
    message_id = lib_mail.message_id(errand.action_id or new_id())
    message = _message(errand.user, mail, message_id)
    _hand_over(message, get_connection(timeout=max(1, int(errand.deadline.remaining()))))
    sent = SentMail(to=to, subject=mail.subject, message_id=message_id, at=timezone.now())
    return Done(MailSent(email=sent), receipt=_receipt(to))


def _message(user: User, mail: Mail, message_id: str) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        subject=mail.subject,
        body=to_plain(mail.body),
        to=[_address(user, mail.to)],
        reply_to=[user.email],
        headers={"Message-ID": message_id},
    )
    message.attach_alternative(to_html(mail.body), "text/html")
    return message


def made(errand: Errand, mail: Mail) -> Made:
    """Who it was from, where answers go, and the mail as it went out."""
    message = _message(errand.user, mail, lib_mail.message_id(errand.action_id or new_id()))
    facts = {_("From"): message.from_email, _("Answers go to"): errand.user.email}
    return Made(facts, KeptFile("mail.eml", "message/rfc822", message.message().as_bytes()))


def _receipt(to: str) -> str:
    words = _("Mail sent to %(to)s.")
    if lib_mail.goes_to_files():
        words = _("Written to a file, not sent: %(to)s did not get it.")
    return words % {"to": to}


def _hand_over(message: EmailMultiAlternatives, line: Any) -> None:
    try:
        lib_mail.hand_over(message, line)
    except lib_mail.Refused as error:
        raise ToolFailed(_("The mail server did not take the mail.")) from error
    except lib_mail.Unreached as error:
        raise ToolFailed(_("The mail server could not be reached."), away=True) from error
    except lib_mail.InDoubt as error:
        raise OutcomeUnknown(_("The connection to the mail server broke while the mail was sent.")) from error


def _address(user: User, to: str) -> str:
    return user.email if to == ME else to


def _risk(mail: Mail) -> Risk:
    return Risk.LOW if mail.to == ME else Risk.MEDIUM


def _scope(mail: Mail) -> Mapping[str, JsonValue]:
    return {"recipient": mail.to.casefold()}


def _recipients(mail: Mail) -> list[str]:
    return [] if mail.to == ME else [mail.to]


def _known(user: User, field: str, typed: str) -> list[str] | None:
    """The addresses of whom a name in the place of the recipient may mean."""
    return known_for(user, typed) if field == "to" else None


def _meant(user: User, mail: Mail) -> dict[str, str]:
    """Whose address “me” is."""
    return {"to": user.email} if mail.to == ME else {}


def _reads_as(mail: Mail) -> dict[str, str]:
    """The text as its plain part has it: nothing that goes out is hidden in a link."""
    return {"body": to_plain(mail.body)}


def _sentence(mail: Mail) -> str:
    who = pgettext("to", "you") if mail.to == ME else mail.to
    words = _("Send “%(subject)s” to %(who)s")
    if lib_mail.goes_to_files():
        words = _("Write the mail “%(subject)s” to %(who)s into a file, without sending it")
    return words % {"subject": mail.subject, "who": who}


def notice(mail: Mail | None = None) -> str:
    """What to know before an OK: that this instance sends nothing, that an address looks like another."""
    said = [_(NO_SERVER)] if lib_mail.goes_to_files() else []
    if mail and (written := lookalike(mail.to.rpartition("@")[2])):
        words = _("Some letters of this address look like others. It is written: %(host)s")
        said.append(words % {"host": written})
    return " ".join(said)


NO_SERVER = gettext_noop(
    "This OwnYou has no mail server: the mail is only written into the folder “mail” of its data; "
    "nobody gets it."
)


def _verb() -> str:
    return gettext_noop("Write mail into a file") if lib_mail.goes_to_files() else gettext_noop("Send mail")


def _settle(errand: Errand, mail: Mail) -> Settled:
    """The server keeps no copy that could be looked at: only the person can find out."""
    return Settled.ASK


SEND = ToolSpec(
    name="mail.send",
    title=gettext_noop("Send a mail"),
    verb=_verb,
    agent="email",
    kind=Kind.SEND,
    description="Send a mail from the instance's address; answers go to the person.",
    arguments=Mail,
    result=MailSent,
    run=send,
    risk=_risk,
    timeout=30.0,
    hold=HOLD,
    settle=_settle,
    scope=_scope,
    recipients=_recipients,
    describe=_sentence,
    notice=notice,
    made=made,
    known=_known,
    meant=_meant,
    reads_as=_reads_as,
    egress=True,
    consumes={"to": "string:address", "subject": "string:title", "body": "markdown"},
    produces={"email": "email"},
    verbs=(
        "mail it to me",
        "send me an e-mail",
        "send me the links",
        "e-mail this to Anna",
        "schick es mir per Mail",
        "schick mir die Links",
        "envoie-le-moi par mail",
        "envoie-moi les liens",
    ),
)
TOOLS = (SEND,)
