"""What is said of second signatures."""

from __future__ import annotations

from bot.domain.sayings import Notified, Saying


class OfSignature(Saying):
    """A message about an act that waits, or waited, for a second person."""

    signature_id: str


class SignatureWanted(OfSignature):
    """To everybody: who asks for what, and who can sign; becomes its panel."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("sign", "sign-object")

    by_name: bool = False
    """Whether it asks people by name; where it waits in public, everybody can object."""

    @property
    def has_to_call(self) -> bool:
        """Where everybody can object, nobody is asked by name."""
        return self.by_name


class SignatureLetter(OfSignature):
    """To each who can sign."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("sign",)


class SignaturePassedOn(OfSignature):
    """To everybody: nobody has signed so far, and who can sign now besides."""

    NOTIFIES = Notified.NOBODY

    people: tuple[str, ...] = ()
    """The ids of who can sign now besides."""


class SignatureEnded(OfSignature):
    """To everybody, and by letter to who asked: how it has ended."""

    NOTIFIES = Notified.READER
