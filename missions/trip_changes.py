"""What is different between two plans of days, part by part and day by day, for a glance.

An item of a day is the same one where its offer is, or, of what no source offers, its name. Where the
days of both plans overlap they are told apart by date; where the whole was moved, by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from babel.dates import format_interval, format_skeleton
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import ValidationError

from missions import money
from missions.changes import ChangeLine, PartChanges, PlanChanges, instead, line_of, more_or_less, told
from missions.plugins.complex import Draft
from missions.trips.hours import minutes_between
from missions.trips.plan import Day, Item, Leg, Stay, TripPlan
from missions.trips.wording import nights_words, passengers_in_words, people_words, way_words
from ownyou.lib.locales import clock

UNTOLD = frozenset({"free", "transfer"})
"""Items that follow from the others, of which a comparison says nothing."""


LEAST_MINUTES = 30
"""By which something is at another time: less is not worth a line."""


def changes_between(before: Draft, after: Draft, language: str) -> PlanChanges | None:
    """What changed from one draft to the other, in a language; None where they are no plans of days."""
    try:
        plans = [TripPlan.model_validate(draft.data) for draft in (before, after)]
    except ValidationError:
        return None
    return _Comparing(plans[0], plans[1], language).told()


@dataclass(frozen=True, slots=True)
class _Comparing:
    before: TripPlan
    after: TripPlan
    language: str

    def told(self) -> PlanChanges:
        days = list(self._days())
        parts = [self._whole(), self._ways(), self._stays(), *(day for _n, day in days), *self._of_people()]
        totals = [plan.budget.total for plan in (self.before, self.after)]
        return PlanChanges(
            total_before=self._money(totals[0], self.before),
            total_after=self._money(totals[1], self.after),
            difference=self._difference(*totals),
            parts=[part for part in parts if part.lines or part.cost_after],
            same=_unchanged([n for n, day in days if not day.lines and not day.cost_after]),
        )

    # The parts ----------------------------------------------------------------------------------------

    def _whole(self) -> PartChanges:
        """When it is, for how many, within what, and what does not fit."""
        said = [
            instead(self._span(self.after), self._span(self.before)),
            instead(people_words(self.after.people), people_words(self.before.people)),
            instead(self._limit(self.after), self._limit(self.before)),
        ]
        lines = [line_of("now", [one for one in said if one])]
        lines += [
            line_of("came", [one for one in self.after.misfits if one not in self.before.misfits]),
            line_of("went", [one for one in self.before.misfits if one not in self.after.misfits]),
        ]
        return PartChanges(title=_("The whole"), lines=told(lines))

    def _ways(self) -> PartChanges:
        return self._part(
            _("Getting there"),
            _by(self.before.transport, _way),
            _by(self.after.transport, _way),
            _way,
            self._way_details,
        )

    def _stays(self) -> PartChanges:
        return self._part(
            _("Where you sleep"),
            _by(self.before.stays, _place),
            _by(self.after.stays, _place),
            _place,
            self._stay_details,
        )

    def _part[Thing: (Leg, Stay)](
        self,
        title: str,
        old: Mapping[object, Thing],
        new: Mapping[object, Thing],
        name: Callable[[Thing], str],
        details: Callable[[Thing], str],
    ) -> PartChanges:
        both = [key for key in new if key in old]
        changed = [
            f"{name(new[key])}: {words}"
            for key in both
            if (words := instead(details(new[key]), details(old[key])))
        ]
        lines = [
            line_of("came", [f"{name(one)}, {details(one)}" for key, one in new.items() if key not in old]),
            line_of("went", [f"{name(one)}, {details(one)}" for key, one in old.items() if key not in new]),
            line_of("now", changed),
        ]
        return self._costing(title, _cost(old.values()), _cost(new.values()), lines)

    def _days(self) -> Iterator[tuple[int, PartChanges]]:
        """Each day of either plan with its number in the newer one; of one that is gone, in the older."""
        then, now = _keys(self.before), _keys(self.after)
        was = _paired(self.before.days, self.after.days)
        for number, day in enumerate(self.after.days, 1):
            old = was.get(day.date)
            title = _("Day %(n)d · %(day)s") % {"n": number, "day": self._date(day.date)}
            lines = self._of_a_day(old, day, then, now)
            yield number, self._costing(title, _cost(old.items if old else []), _cost(day.items), lines)
        kept = {day.date for day in map(was.get, (day.date for day in self.after.days)) if day is not None}
        for number, day in enumerate(self.before.days, 1):
            if day.date not in kept:
                title = _("%(day)s: no longer part of it") % {"day": self._date(day.date)}
                gone = _names(item for item in day.items if _key(item) not in now)
                yield number, self._costing(title, _cost(day.items), Decimal(0), [line_of("went", gone)])

    def _of_a_day(self, old: Day | None, new: Day, then: set[str], now: set[str]) -> list[ChangeLine]:
        was, is_ = ({_key(item): item for item in _told_of(day)} for day in (old, new))
        came = [item for key, item in is_.items() if key not in was]
        went = [item for key, item in was.items() if key not in is_]
        here = [item for item in came if _key(item) in then]
        both = [(was[key], item) for key, item in is_.items() if key in was]
        city = instead(new.called, old.called) if old is not None else new.called
        return [
            line_of("now", [city] if city else []),
            line_of("came", _names(item for item in came if item not in here)),
            line_of("moved", [self._moved(item) for item in here]),
            line_of("went", _names(item for item in went if _key(item) not in now)),
            line_of("times", [self._retimed(*pair) for pair in both if _far_apart(*pair)]),
        ]

    def _moved(self, item: Item) -> str:
        """An item that another day had, with that day."""
        day = next(n for n, day in enumerate(self.before.days, 1) if _key(item) in map(_key, day.items))
        return _("%(name)s (was on day %(n)d)") % {"name": item.name, "n": day}

    def _retimed(self, old: Item, new: Item) -> str:
        now, was = (clock(item.start, self.language) for item in (new, old))
        return _("%(name)s at %(now)s (was %(was)s)") % {"name": new.name, "now": now, "was": was}

    def _of_people(self) -> Iterator[PartChanges]:
        """What a gathering has beside its day: work, rides, meals."""
        for title, said in (
            (_("What to order"), _meals),
            (_("Who does what"), self._tasks),
            (_("Who drives whom"), _rides),
        ):
            old, new = said(self.before), said(self.after)
            lines = [
                line_of("came", [one for one in new if one not in old]),
                line_of("went", [one for one in old if one not in new]),
            ]
            yield PartChanges(title=title, lines=told(lines))

    # In words -----------------------------------------------------------------------------------------

    def _costing(self, title: str, before: Decimal, after: Decimal, lines: list[ChangeLine]) -> PartChanges:
        old, new = self._money(before, self.before), self._money(after, self.after)
        changed = old != new
        return PartChanges(
            title=title,
            cost_before=old if changed else "",
            cost_after=new if changed else "",
            lines=told(lines),
        )

    def _difference(self, before: Decimal, after: Decimal) -> str:
        """How much more or less it is, by the amounts as they are shown."""
        if self.before.budget.currency != self.after.budget.currency:
            return ""
        return more_or_less(before, after, self.after.budget.currency, self.language)

    def _money(self, amount: Decimal, plan: TripPlan) -> str:
        return money.rounded_in_words(amount, plan.budget.currency, self.language)

    def _limit(self, plan: TripPlan) -> str:
        if plan.budget.limit is None:
            return _("no limit")
        return _("budget: %(amount)s") % {"amount": self._money(plan.budget.limit, plan)}

    def _span(self, plan: TripPlan) -> str:
        if not plan.days:
            return ""
        first, last = plan.days[0].date, plan.days[-1].date
        return str(format_interval(first, last, "yMMMd", locale=self.language.replace("-", "_")))

    def _date(self, day: date) -> str:
        """ "Fri, May 8": without the year, which stands above all."""
        return str(format_skeleton("MMMEd", day, locale=self.language.replace("-", "_")))

    def _way_details(self, leg: Leg) -> str:
        at = f", {clock(leg.leaves, self.language)}" if leg.leaves else ""
        return self._date(leg.date) + at

    def _stay_details(self, stay: Stay) -> str:
        nights = nights_words((stay.checkout - stay.checkin).days, stay.rooms)
        return _("%(nights)s from %(day)s") % {
            "nights": ", ".join(nights),
            "day": self._date(stay.checkin),
        }

    def _tasks(self, plan: TripPlan) -> list[str]:
        nobody = _("nobody yet")
        return [
            f"{clock(task.start, self.language)} {task.what}: {', '.join(task.who) or nobody}"
            for task in plan.tasks
        ]


def _by[Thing](things: Sequence[Thing], key: Callable[[Thing], object]) -> dict[object, Thing]:
    """Things by their key, and which of those with that key in their order."""
    keys = [key(thing) for thing in things]
    return {(keys[n], keys[:n].count(keys[n])): thing for n, thing in enumerate(things)}


def _paired(before: list[Day], after: list[Day]) -> dict[date, Day]:
    """The day of the older plan for each of the newer one that it had, by the date of that."""
    old = {day.date: day for day in before}
    if any(day.date in old for day in after):
        return {day.date: old[day.date] for day in after if day.date in old}
    return {new.date: was for new, was in zip(after, before, strict=False)}


def _way(leg: Leg) -> str:
    return f"{way_words(leg.kind)} {leg.called}"


def _place(stay: Stay) -> str:
    return f"{stay.name}, {stay.called}"


def _key(item: Item) -> str:
    return item.offer or item.name


def _keys(plan: TripPlan) -> set[str]:
    return {_key(item) for day in plan.days for item in day.items}


def _told_of(day: Day | None) -> list[Item]:
    return [item for item in day.items if _told(item)] if day is not None else []


def _told(item: Item) -> bool:
    """Not what follows from the rest, nor a meal without a place."""
    return item.kind not in UNTOLD and (item.kind != "meal" or bool(item.offer))


def _names(items: Iterable[Item]) -> list[str]:
    return list(dict.fromkeys(item.name for item in items if _told(item)))


def _cost(things: Iterable[Leg | Stay | Item]) -> Decimal:
    return sum((thing.cost for thing in things), Decimal(0))


def _far_apart(old: Item, new: Item) -> bool:
    return abs(minutes_between(old.start, new.start)) >= LEAST_MINUTES


def _rides(plan: TripPlan) -> list[str]:
    return [f"{ride.driver}: {passengers_in_words(ride.passengers, ride.others)}" for ride in plan.rides]


def _meals(plan: TripPlan) -> list[str]:
    return [f"{meal.count} × {meal.what}" for meal in plan.meals]


def _unchanged(days: list[int]) -> str:
    if not days:
        return ""
    words = ngettext("Day %(days)s stays as it was.", "Days %(days)s stay as they were.", len(days))
    return words % {"days": ", ".join(str(n) for n in days)}
