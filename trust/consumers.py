"""The one websocket. The page says what it shows and the last number it saw; it gets what changed."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.utils import timezone, translation

from ownyou.lib.live import group_of
from trust import live, presence
from trust.models import Activity, User
from trust.sessions import stored

log = logging.getLogger(__name__)
UNAUTHENTICATED = 4401
LARGEST = 2**63 - 1
KEPT_SECONDS = 1.0
"""How long one look at the database serves the sockets that were pushed the same."""
ON_THE_WAY = frozenset({Activity.Kind.AGENT_THINKING, Activity.Kind.STATUS_CHANGED, Activity.Kind.LEARNED})
"""Steps that nobody waits for: several that follow each other are drawn once."""
ANSWERED_ALREADY = frozenset({Activity.Kind.DECIDED})
"""What the person's own page shows by the answer it got: drawn with what follows from it."""
BEGINS = Activity.Kind.AGENT_STARTED
"""Something new on a board; on the page of what it belongs to, a step on the way."""
DRAWN_EVERY = 0.1
"""Seconds between two drawings, as long as only steps on the way happen; and how long one that is followed by
another at once waits for it."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a page gets, once as it is and once as the text of its message."""

    update: live.Update
    text: str


type Key = tuple[UUID, str, str, int, tuple[str, ...], int]
_looks: dict[Key, asyncio.Future[Look]] = {}
"""Looks by person, language, zone, the number a page is at, what it shows, and the number it was pushed."""


class FeedConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Sends fresh HTML of the regions that the page shows, in the order of the feed, none missed."""

    async def connect(self) -> None:
        user = self.scope.get("user")
        await self.accept()
        if user is None or not user.is_authenticated:
            await self.close(code=UNAUTHENTICATED)
            return
        self.user: User = user
        self.after = 0
        self.regions: list[str] = []
        self.ready = False
        self.drawn_at = 0.0
        self.soon: asyncio.Task[None] | None = None
        self.busy = asyncio.Lock()
        self.group = group_of(user.pk)
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        soon: asyncio.Task[None] | None = getattr(self, "soon", None)
        if soon is not None:
            soon.cancel()
        if hasattr(self, "group"):
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Frames without a text are none of ours."""
        if text_data:
            await super().receive(text_data=text_data, **kwargs)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """`{"after": <last number seen>, "regions": [...], "seen": [...]}`: what the page shows from now on,
        and the expiring cards that are in view. A page that is looked at says so again every half minute."""
        if not isinstance(content, dict) or not isinstance(content.get("regions"), list):
            return
        after = content.get("after")
        self.after = after if isinstance(after, int) and 0 <= after <= LARGEST else 0
        self.regions = [str(region)[:80] for region in content["regions"][: live.MOST_REGIONS]]
        self.ready = True
        seen = content.get("seen")
        await self._note_looking(seen if isinstance(seen, list) else [])
        await self._catch_up()

    async def feed_event(self, event: dict[str, Any]) -> None:
        """A push from a worker or a view. Several that wait are answered by one look at the database."""
        heard = int(event["seq"])
        if not self.ready or heard <= self.after:
            return
        about = f"{event.get('subject_kind')}:{event.get('subject_id')}"
        followed = event.get("followed", False)
        early = self._too_early(event.get("kind", ""), shown=about in self.regions, followed=followed)
        if early <= 0:
            await self._catch_up(heard)
        elif self.soon is None or self.soon.done():
            self.soon = asyncio.create_task(self._catch_up_soon(heard, early))

    def _too_early(self, kind: str, *, shown: bool, followed: bool) -> float:
        """By how many seconds it is too early to draw for this; `shown`: the page has what it is about."""
        if followed or kind in ANSWERED_ALREADY:
            return DRAWN_EVERY
        if kind in ON_THE_WAY or (shown and kind == BEGINS):
            return self.drawn_at + DRAWN_EVERY - asyncio.get_running_loop().time()
        return 0.0

    async def _catch_up_soon(self, heard: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if heard > self.after:
            await self._catch_up(heard)

    async def session_check(self, event: dict[str, Any]) -> None:
        """A session of this person ended, or their account changed: close if this socket's has."""
        user = await get_user({"session": stored(self.scope["session"].session_key)})
        if not user.is_authenticated:
            await self.close(code=UNAUTHENTICATED)

    async def _catch_up(self, heard: int | None = None) -> None:
        """Send what was missed: after a push (`heard`) if there is something, to a page that says what it
        shows in any case."""
        async with self.busy:
            try:
                look = await (self._look() if heard is None else self._shared_look(heard))
            except Exception:
                log.exception("feed of %s could not be read", self.user.pk)
                return
            if heard is None or look.update.seq > self.after:
                self.after = look.update.seq
                self.drawn_at = asyncio.get_running_loop().time()
                await self.send(text_data=look.text)
        if look.update.more:
            await self._catch_up(heard)

    async def _shared_look(self, heard: int) -> Look:
        """One look for all sockets of a person that show the same and were pushed the same number."""
        user = self.user
        key = (user.pk, user.language, user.time_zone, self.after, tuple(self.regions), heard)
        look = _looks.get(key)
        if look is None:
            look = _looks[key] = asyncio.ensure_future(self._look())
            asyncio.get_running_loop().call_later(KEPT_SECONDS, _looks.pop, key, None)
        return await asyncio.shield(look)  # who leaves takes it from nobody

    async def _look(self) -> Look:
        update = await database_sync_to_async(self._missed)()
        return Look(update, await self.encode_json(update.as_json()))

    async def _note_looking(self, seen: list[Any]) -> None:
        try:
            await database_sync_to_async(presence.note_page)(self.user, self.regions, seen)
        except Exception:  # a sign that got lost is given again
            log.exception("what %s looks at was not noted", self.user.pk)

    def _missed(self) -> live.Update:
        with timezone.override(self.user.zone), translation.override(self.user.language):
            return live.missed(self.user, after=self.after, regions=self.regions)

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        try:
            return await super().decode_json(text_data)
        except (ValueError, RecursionError):
            return None
