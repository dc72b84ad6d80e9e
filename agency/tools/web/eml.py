"""A mail that was kept as a file (RFC 5322, MIME): who wrote it, to whom, and its text."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage

from ownyou.lib.text import clean_line

MAIL = "message/rfc822"
HEADERS = ("From", "To", "Cc", "Date", "Subject")
MOST_HEADER = 300
ToText = Callable[[bytes], str]


def read_mail(body: bytes, html_to_text: ToText) -> tuple[str, str]:
    """The subject of a mail, and its headers with its text in Markdown; no attachments.

    The plain part counts; where there is none the HTML one, as `html_to_text` reads it. Whatever is broken in
    it is left out.
    """
    message = message_from_bytes(body, policy=policy.default)
    assert isinstance(message, EmailMessage)
    said = {name: _header(message, name) for name in HEADERS}
    lines = [f"{name}: {words}" for name, words in said.items() if words]
    return said["Subject"], "\n".join([*lines, "", _text(message, html_to_text)])


def _header(message: EmailMessage, name: str) -> str:
    try:
        return clean_line(str(message[name] or ""))[:MOST_HEADER]
    except (ValueError, IndexError, AttributeError):  # what Python's parser of addresses and days trips over
        return ""


def _text(message: EmailMessage, html_to_text: ToText) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    if part.get_content_type() == "text/html":
        return html_to_text(content)
    try:
        return content.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:  # a charset that does not exist
        return content.decode("utf-8", "replace")
