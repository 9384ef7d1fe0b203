"""What happened in a turn, in plain sentences."""

from collections.abc import Mapping, Sequence

from acquire_cli.records import events as e
from acquire_cli.rulesets.money import money

BROKEN = {
    "pass": "places no tile, though one could be placed",
    "buys": "buys more shares than a turn allows",
    "end": "declares the end too early",
    "aside": "sets a tile aside that has to stay",
    "kept": "keeps dead tiles that have to leave",
    "draws": "draws no tile",
}

WHY = {
    "exhausted": "The game is over: all hands are empty.",
    "stalled": "The game is over: a whole round has changed nothing.",
}


class Storyteller:
    """Knows the chains of a game by name, and ``prices``: what a share costs now, by letter."""

    def __init__(self, chains: Mapping[str, str]) -> None:
        self.chains = chains

    def sentences(self, events: Sequence[e.Event], prices: Mapping[str, int]) -> list[str]:
        """The sentences of one turn; ``prices`` are those of its purchase."""
        out: list[str] = []
        drawn: list[str] = []
        aside: list[str] = []
        at = 0
        while at < len(events):
            event = events[at]
            following = events[at + 1] if at + 1 < len(events) else None
            at += 1
            if isinstance(event, e.Drew):
                drawn.append(event.tile)
                if not isinstance(following, e.Drew):
                    out += _draws(drawn)
                    drawn = []
                continue
            if isinstance(event, e.SetAside):
                aside.append(event.tile)
                if not isinstance(following, e.SetAside):
                    out.append(f"{event.player} sets aside {_listed(aside)}.")
                    aside = []
                continue
            if isinstance(event, e.Placed):
                if event.effect == "alone":
                    out.append(f"{event.tile} lies alone.")
                elif event.effect == "founds" and not isinstance(following, e.Founded):
                    out.append(f"{event.tile} founds a chain.")
                elif event.effect == "merges" and not isinstance(following, e.Merged):
                    out.append(f"{event.tile} merges equal chains.")
                elif following is not None:
                    out.append(self._placed(event.tile, following, prices))
                    at += 1
                continue
            if isinstance(event, e.Defunct):
                paid = []
                bank = None
                while at < len(events):
                    other = events[at]
                    if isinstance(other, e.BankTile):
                        bank = other
                    elif isinstance(other, e.Bonus):
                        paid.append(other)
                    else:
                        break
                    at += 1
                out += self._settled(event, bank, paid)
                continue
            out += self._other(event, prices)
            if isinstance(event, e.Irregular) and isinstance(following, e.Passed):
                at += 1
        return out

    def _placed(self, tile: str, event: e.Event, prices: Mapping[str, int]) -> str:
        name = self.chains
        if isinstance(event, e.Founded):
            if event.free:
                share = f"{event.player} has the founder's share"
            elif event.money:
                share = (
                    f"no share is left, {event.player} is paid {money(event.money)} in its place"
                )
            else:
                share = "no founder's share is left"
            return f"{tile} founds {name[event.chain]}, size {event.size}; {share}."
        if isinstance(event, e.Grew):
            price = prices.get(event.chain)
            now = f", {money(price)} a share" if price else ""
            return f"{tile}: {name[event.chain]} grows from {event.before} to {event.size}{now}."
        if isinstance(event, e.Merged):
            taken = _listed([name[letter] for letter in event.defunct], " and ")
            return f"{tile} merges: {name[event.survivor]} ({event.size}) takes {taken}."
        return f"{tile} is placed."

    def _settled(
        self, event: e.Defunct, bank: e.BankTile | None, paid: Sequence[e.Bonus]
    ) -> list[str]:
        name = self.chains[event.chain]
        out = []
        if bank is not None:
            if bank.tile is None:
                out.append(f"The bag is empty, the bank holds no {name}.")
            else:
                out.append(f"The bank draws {bank.tile}: it counts as {bank.held} {name}.")
        each: list[str] = []
        for bonus in sorted(paid, key=lambda bonus: -bonus.money):
            who = bonus.player or "the bank"
            is_paid = " is paid" if not each else ""
            each.append(f"{who} ({bonus.held}){is_paid} {money(bonus.money)}")
        who_is = ", ".join(each) if each else "nobody holds a share, nothing is paid"
        out.append(f"{name}, size {event.size}, {money(event.price)} a share: {who_is}.")
        return out

    def _other(self, event: e.Event, prices: Mapping[str, int]) -> list[str]:
        name = self.chains
        if isinstance(event, e.Passed):
            return [f"{event.player} has no tile to place."]
        if isinstance(event, e.Disposed):
            parts = []
            if event.sold:
                parts.append(f"sells {event.sold} {name[event.chain]} for {money(event.money)}")
            if event.traded:
                parts.append(
                    f"trades {event.traded} {name[event.chain]} "
                    f"for {event.received} {name[event.survivor]}"
                )
            if event.kept:
                parts.append(f"keeps {event.kept} {name[event.chain]}")
            return [f"{event.player} {_listed(parts, ' and ')}."]
        if isinstance(event, e.Laid):
            if event.chain is not None:
                return [f"The bank's {event.tile} joins {name[event.chain]}."]
            return [f"The bank's {event.tile} {'is set aside' if event.aside else 'lies loose'}."]
        if isinstance(event, e.Irregular):
            return [f"Against the rules {event.player} {BROKEN[event.what]}."]
        if isinstance(event, e.Adjusted):
            parts = [f"{abs(count)} {name[letter]}" for letter, count in event.shares.items()]
            taken = event.money < 0 or min(event.shares.values(), default=0) < 0
            what = money(abs(event.money)) if event.money else _listed(parts, " and ")
            does = "gives" if taken else "gets"
            return [f"Against the rules {event.player} {does} {what}."]
        if isinstance(event, e.Bought):
            parts = [
                f"{count} {name[letter]} at {money(prices.get(letter, 0))}"
                for letter, count in event.shares.items()
            ]
            return [f"{event.player} buys {_listed(parts, ' and ')}: {money(-event.money)}."]
        if isinstance(event, e.Declared):
            return [f"{event.player} declares the end."]
        if isinstance(event, e.Ended):
            return [WHY[event.reason]] if event.reason in WHY else []
        return []


def _draws(drawn: Sequence[str]) -> list[str]:
    known = [tile for tile in drawn if tile != "?"]
    if not known:
        return []
    hidden = len(drawn) - len(known)
    return [f"Draws {_listed(known)}{f' and {hidden} unknown' if hidden else ''}."]


def _listed(words: Sequence[str], last: str = ", ") -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + last + words[-1]
