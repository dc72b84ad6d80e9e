"""The one tree of exceptions. The message of each is a sentence a person can act on."""

from __future__ import annotations


class OwnYouError(Exception):
    """Something went wrong in OwnYou."""

    status = 500
    code = "error"

    def __init__(self, message: str = "", **detail: object) -> None:
        self.message = message or (self.__doc__ or "").strip()
        self.detail = detail
        super().__init__(self.message)


class InvalidInput(OwnYouError):
    """What was sent cannot be used as it is."""

    status = 422
    code = "invalid_input"

    @property
    def wrong(self) -> dict[str, str]:
        """A sentence for each field that does not fit, by its name."""
        named = self.detail.get("wrong")
        if not isinstance(named, dict):
            return {str(self.detail.get("field", "")): self.message}
        return {str(field): str(words) for field, words in named.items()}

    @property
    def known(self) -> dict[str, str]:
        """The one value that is known for what was typed into a field, by its name."""
        named = self.detail.get("known")
        return {str(field): str(value) for field, value in named.items()} if isinstance(named, dict) else {}


class NotFound(OwnYouError):
    """There is no such thing here."""

    status = 404
    code = "not_found"


class Conflict(OwnYouError):
    """The thing has changed meanwhile."""

    status = 409
    code = "conflict"


class BadRequest(OwnYouError):
    """That cannot be done."""

    status = 400
    code = "bad_request"


class BadParameter(BadRequest):
    """A parameter of the request, in its query or a header, has a value that cannot be."""

    code = "bad_parameter"


class TooMany(OwnYouError):
    """Too much at once. Let something finish first."""

    status = 429
    code = "too_many"


class KeyLost(OwnYouError):
    """The key for this text is gone, so it cannot be read any more."""

    code = "key_lost"
