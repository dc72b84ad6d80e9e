"""Model fields that hold a person's words: encrypted in the database, plain in Python.

The owner is the row's `user_id` (None: the instance). Writing through an instance (`save`, `create`,
`bulk_create`, `bulk_update`) finds it there; `QuerySet.update()` has no instance and takes
`seal(user_id, value)`. Reading needs no context. Filtering on such a column is refused: it could only
find nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from ownyou.lib import crypto


@dataclass(frozen=True, slots=True)
class Sealed:
    """A value with the owner it is to be encrypted for."""

    owner: UUID | None
    value: Any


def seal(user_id: UUID | None, value: Any) -> Any:
    """Wrap `value` for an encrypted column where no instance tells the owner (`update()`, expressions)."""
    return Sealed(user_id, value)


if TYPE_CHECKING:
    _Field = models.Field[Any, Any]
else:
    _Field = models.Field


class EncryptedField(_Field):
    """Base of the encrypted fields. Subclasses turn values into bytes and back."""

    empty_strings_allowed = False

    def __init__(self, *args: Any, owner: str = "user_id", **kwargs: Any) -> None:
        self.owner_attribute = owner
        kwargs.setdefault("editable", False)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        if self.owner_attribute != "user_id":
            kwargs["owner"] = self.owner_attribute
        return name, path, args, kwargs

    def get_internal_type(self) -> str:
        return "BinaryField"

    @property
    def context(self) -> str:
        """What the ciphertext is bound to: moved to another column it cannot be opened."""
        return f"{self.model._meta.db_table}.{self.column}"

    def to_bytes(self, value: Any) -> bytes:
        raise TypeError("use EncryptedTextField or EncryptedJSONField")

    def from_bytes(self, data: bytes) -> Any:
        raise TypeError("use EncryptedTextField or EncryptedJSONField")

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = getattr(model_instance, self.attname)
        if value is None or isinstance(value, Sealed) or hasattr(value, "resolve_expression"):
            return value
        return Sealed(getattr(model_instance, self.owner_attribute), value)

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        return self.get_db_prep_value(value, connection)

    def get_prep_value(self, value: Any) -> Any:
        return value

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        if value is None or isinstance(value, bytes | memoryview):
            return value
        if not isinstance(value, Sealed):
            raise TypeError(f"{self.context}: write through an instance or with seal(user_id, value)")
        if value.value is None:
            return None
        return crypto.encrypt(value.owner, self.to_bytes(value.value), context=self.context)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        if value is None:
            return None
        return self.from_bytes(crypto.decrypt(bytes(value), context=self.context))

    def get_lookup(self, lookup_name: str) -> Any:
        if lookup_name != "isnull":
            raise TypeError(f"{self.context} is encrypted; it cannot be searched with {lookup_name}")
        return super().get_lookup(lookup_name)

    def value_to_string(self, obj: models.Model) -> str:
        return "(encrypted)"


class EncryptedTextField(EncryptedField):
    """Encrypted text."""

    def to_bytes(self, value: Any) -> bytes:
        return str(value).encode("utf-8", "replace")

    def from_bytes(self, data: bytes) -> str:
        return data.decode()


class EncryptedJSONField(EncryptedField):
    """Encrypted JSON: dicts, lists, strings, numbers, booleans; dates and decimals become strings."""

    def to_bytes(self, value: Any) -> bytes:
        return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )

    def from_bytes(self, data: bytes) -> Any:
        return json.loads(data.decode())
