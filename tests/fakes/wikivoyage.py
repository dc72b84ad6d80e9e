"""A travel guide as MediaWiki answers for `prop=extracts` (https://www.mediawiki.org/wiki/Extension:TextExtracts)."""

from __future__ import annotations

from tests.fakes.http_server import Asked, FakeServer, Reply

TEXT = "{title} is a village on the Seine.\n== See ==\nThe garden of the painter, from April to October.\n"


class FakeWikivoyage(FakeServer):
    """Has an article of a few sentences about every place."""

    def __init__(self) -> None:
        super().__init__()
        self.will_say(self._as_documented)

    @property
    def environment(self) -> dict[str, str]:
        """What makes an OwnYou ask this guide."""
        return {"OWNYOU_WIKIVOYAGE_URL": f"{self.url}/w/api.php"}

    def _as_documented(self, asked: Asked) -> Reply:
        title = asked.fields.get("titles", "")
        page = {
            "pageid": 1,
            "ns": 0,
            "title": title,
            "extract": TEXT.format(title=title),
            "fullurl": f"https://en.wikivoyage.org/wiki/{title.replace(' ', '_')}",
        }
        return Reply.of({"batchcomplete": True, "query": {"pages": [page]}})
