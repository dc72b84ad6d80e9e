"""A websocket that passes on what is pushed, and nothing else."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from bench.pipeline.cards import group_of


class BareConsumer(AsyncJsonWebsocketConsumer):
    """Sends each pushed card as it is."""

    async def connect(self) -> None:
        await self.accept()
        self.group = group_of(self.scope["user"].pk.hex)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.send_json({"ready": True})

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def bare_card(self, event: dict[str, Any]) -> None:
        """Pass a card on."""
        await self.send_json(event)
