"""`manage.py run "GOAL" --user EMAIL`: a mission in the terminal, done by the running workers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone, translation

from missions.models import Mission
from missions.services import create_mission, mission_of
from missions.terminal import Answers, Ending, FirstAnswers, PromptAnswers, Terminal, WrittenAnswers
from ownyou.lib.errors import OwnYouError
from ownyou.lib.ids import parse_id
from trust.models import User


class Command(BaseCommand):
    help = "Run a mission in the terminal. Exit code: 0 completed, 1 failed, 2 not answered, 3 no workers."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("goal", help="what is wanted, in words; or the id of a mission to go on with")
        parser.add_argument("--user", required=True, metavar="EMAIL")
        parser.add_argument(
            "--answers",
            metavar="first|FILE",
            help="take the first option, or one answer a line of FILE (-: stdin)",
        )
        parser.add_argument("--type", metavar="TYPE", help="the mission type, when it is known")
        parser.add_argument(
            "--patience", type=float, default=15, metavar="SECONDS", help="how long to wait for a worker"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = person(options["user"])
        answers = answers_from(options["answers"])
        with translation.override(user.language), timezone.override(user.zone):
            mission = self._begin(user, options["goal"], options["type"])
            page = settings.SITE_URL + reverse("mission", args=[mission.pk])
            self.stdout.write(f"Mission {mission.pk}\n{page}")
            self._end(self._follow(mission, answers, options["patience"]), mission, user)

    def _begin(self, user: User, goal: str, mission_type: str | None) -> Mission:
        try:
            known = parse_id(goal)
            if known is not None:
                return mission_of(user, known)
            return create_mission(user=user, goal=goal, mission_type=mission_type)
        except OwnYouError as error:
            raise CommandError(error.message) from None

    def _follow(self, mission: Mission, answers: Answers, patience: float) -> Ending | None:
        def write(text: str) -> None:
            self.stdout.write(text)
            self.stdout.flush()

        try:
            return Terminal(mission, answers, write, patience=patience).follow()
        except KeyboardInterrupt:
            return None

    def _end(self, ending: Ending | None, mission: Mission, user: User) -> None:
        """Say how to go on where it has not ended, and leave with the exit code."""
        go_on = f"Go on with: manage.py run {mission.pk} --user {user.email}"
        if ending is None:
            self.stderr.write(f"\nThe mission is not stopped. {go_on}")
            sys.exit(130)
        if ending == Ending.NO_WORKERS:
            self.stderr.write(
                f"No worker has taken it. Is “manage.py up” running? The mission is kept. {go_on}"
            )
        mission.refresh_from_db(fields=["status"])
        if ending == Ending.UNANSWERED and mission.status not in Mission.ENDED:
            self.stderr.write(go_on)
        if ending != Ending.COMPLETED:
            sys.exit(int(ending))


def person(email: str) -> User:
    """Return the person with this address. Raises `CommandError` when there is none."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        raise CommandError(
            f"There is nobody with the address {email}. Make them: manage.py token {email} --create"
        )
    return user


def answers_from(source: str | None) -> Answers:
    """Return where answers come from: "first", a file, standard input ("-"), or the prompt."""
    if source is None:
        return PromptAnswers()
    if source == "first":
        return FirstAnswers()
    if source == "-":
        return WrittenAnswers(sys.stdin)
    try:
        return WrittenAnswers(Path(source).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The answers in {source} cannot be read: {error}") from None
