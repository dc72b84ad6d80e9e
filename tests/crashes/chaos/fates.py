"""What happens to batches beside their answer: stopped, granted, given up, paused; each as it is carried out.

What comes too late is told so, and counts as nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from tests.crashes.chaos.script import Act, Batch, Fate

if TYPE_CHECKING:
    from tests.crashes.chaos.driving import Round

BEGUN_SECONDS = 1.0
"""In which an act that may begin would."""
DONE, LATE, GONE = 200, 409, 204


def stopped(played: Round, batch: Batch, card: str) -> None:
    """Stop each mail twice at once: every second one only when its time has come."""
    played.say(batch, card)
    for turn, act in enumerate(batch.acts):
        if turn % 2:
            played.wait(lambda act=act: _is_due(played, [act]), every=0.02)
        codes = at_once(*[lambda act=act: _post(played, f"/api/actions/{played.ids[act.key]}/stop")] * 2)
        assert codes in ([DONE, DONE], [LATE, LATE]), codes
        if DONE in codes:
            played.approved.discard(act.number)


def granted(played: Round, batch: Batch, card: str) -> None:
    """Give a standing OK on the card; do one act under it, and take it back while the next is on its way."""
    played.say(batch, card)
    early, late = batch.covered
    played.begin(batch, (early,))
    played.wait(lambda: played.status_of([early]) <= {"succeeded", "unknown"})
    played.begin(batch, (late,))
    played.withdrawn.add(late.number)
    with played.app.connect() as connection:
        sql = "SELECT id FROM trust_grant WHERE decision_id = %s"
        [(grant,)] = connection.execute(sql, [card]).fetchall()
    path = f"/api/trust/grants/{grant}"
    assert at_once(*[lambda: played.client.delete(path).status_code] * 2) == [GONE, GONE]
    played.approved |= {early.number, late.number}
    played.begin(batch, batch.left_open)


def given_up(played: Round, batch: Batch, card: str) -> None:
    """Give the mission up at the moment in which the card is answered."""
    said, ended = at_once(lambda: played.post_answer(batch, card), lambda: _mission(played, batch, "cancel"))
    assert {said, ended} <= {DONE, LATE}, (said, ended)
    if ended == DONE:
        played.withdrawn |= {act.number for act in batch.acts}


def given_up_held(played: Round, batch: Batch, card: str) -> None:
    """Give the mission up while its mails are held back."""
    played.say(batch, card)
    if _mission(played, batch, "cancel") == DONE:
        played.withdrawn |= {act.number for act in batch.acts}


def paused(played: Round, batch: Batch, card: str) -> None:
    """Pause the mission at the moment in which the card is answered, and go on later."""
    said, rested = at_once(lambda: played.post_answer(batch, card), lambda: _mission(played, batch, "pause"))
    assert said == DONE
    if rested == DONE:
        _rest(played, batch, until=lambda: True)


def paused_held(played: Round, batch: Batch, card: str) -> None:
    """Pause the mission while its mails are held back, until their time is over."""
    played.say(batch, card)
    if _mission(played, batch, "pause") == DONE:
        _rest(played, batch, until=lambda: _is_due(played, batch.acts))


def _rest(played: Round, batch: Batch, *, until: Callable[[], Any]) -> None:
    """See that nothing begins while its mission rests, and let it go on."""
    still = [act for act in batch.acts if played.status_of([act]) == {"approved"}]
    played.wait(until)
    time.sleep(BEGUN_SECONDS)
    begun = [act.words for act in still if played.status_of([act]) != {"approved"}]
    played.faults += [(batch.acts[0].kind, f"{words} began while its mission was paused") for words in begun]
    assert _mission(played, batch, "resume") == DONE


def _is_due(played: Round, acts: Sequence[Act]) -> bool:
    rows = played.rows("not_before IS NULL OR not_before <= now()", [played.ids[act.key] for act in acts])
    return all(due for (due,) in rows)


def _mission(played: Round, batch: Batch, verb: str) -> int:
    return _post(played, f"/api/missions/{played.missions[batch]}/{verb}")


def _post(played: Round, path: str) -> int:
    return played.client.post(path, json={}).status_code


def at_once(*works: Callable[[], int]) -> list[int]:
    """Do all of it at the same time; what each returned."""
    with ThreadPoolExecutor(len(works)) as people:
        return [done.result() for done in [people.submit(work) for work in works]]


FATES: dict[Fate, Callable[[Round, Batch, str], None]] = {
    Fate.STOPPED: stopped,
    Fate.GRANTED: granted,
    Fate.GIVEN_UP: given_up,
    Fate.GIVEN_UP_HELD: given_up_held,
    Fate.PAUSED: paused,
    Fate.PAUSED_HELD: paused_held,
}
