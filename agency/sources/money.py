"""Amounts in another currency, by a table of rates that bears its date.

The shipped table holds the European Central Bank's reference rates of one day; the setting
`OWNYOU_RATES_FILE` names another one of the same form: `{"as_of": "YYYY-MM-DD", "base": "EUR",
"rates": {"USD": "1.1", ...}}`, a rate being how much of the currency one unit of the base buys.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError, field_validator

from agency.sources.settings import setting
from ownyou.lib.errors import OwnYouError

SHIPPED = Path(__file__).with_name("rates.json")
WITHOUT_CENTS = frozenset({"CLP", "HUF", "IDR", "ISK", "JPY", "KRW", "VND"})
"""Currencies whose prices people write without decimals."""


class UnknownCurrency(OwnYouError):
    """There is no exchange rate for this currency here."""

    status = 422
    code = "unknown_currency"


class RatesUnreadable(OwnYouError):
    """The file of exchange rates cannot be read."""

    code = "rates_unreadable"


class Rates(BaseModel):
    """A table of rates of one day."""

    as_of: date
    base: str = Field(pattern="^[A-Z]{3}$")
    rates: dict[str, Decimal]

    @field_validator("rates")
    @classmethod
    def _positive(cls, rates: dict[str, Decimal]) -> dict[str, Decimal]:
        if any(not rate.is_finite() or rate <= 0 for rate in rates.values()):
            raise ValueError("every rate must be above 0")
        return rates

    def of(self, currency: str) -> Decimal:
        """How much of `currency` one unit of the base buys; raises UnknownCurrency."""
        code = currency.strip().upper()
        rate = Decimal(1) if code == self.base else self.rates.get(code)
        if rate is None:
            raise UnknownCurrency(f"There is no exchange rate for {code or 'an unnamed currency'} here.")
        return rate


@dataclass(frozen=True, slots=True)
class Converted:
    """An amount in the wanted currency, rounded as prices are; `rate` is per unit of the one given."""

    amount: Decimal
    rate: Decimal
    as_of: date


def convert(amount: Decimal, from_currency: str, to_currency: str) -> Converted:
    """`amount` in the other currency. ISO 4217 codes; raises UnknownCurrency, RatesUnreadable."""
    table = current_rates()
    rate = table.of(to_currency) / table.of(from_currency)
    return Converted(_rounded(amount * rate, to_currency), rate, table.as_of)


def current_rates() -> Rates:
    """The table in use; raises RatesUnreadable."""
    path = Path(setting("RATES_FILE") or SHIPPED)
    try:
        return _load(path, path.stat().st_mtime_ns)
    except (OSError, ValidationError) as error:
        raise RatesUnreadable(f"The file of exchange rates {path.name} cannot be read.") from error


@functools.lru_cache(maxsize=2)
def _load(path: Path, changed: int) -> Rates:
    """The table at `path`; `changed` makes a replaced file be read again."""
    return Rates.model_validate_json(path.read_bytes())


def _rounded(amount: Decimal, currency: str) -> Decimal:
    step = Decimal(1) if currency.strip().upper() in WITHOUT_CENTS else Decimal("0.01")
    return amount.quantize(step, rounding=ROUND_HALF_UP)
