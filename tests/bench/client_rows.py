"""The rows that need no browser: our client beside others at the same server."""

from clients import client, curl
from feed import Plan, feed
from figures import Figure, median, p95

EVENTS = 10_000
BIG = 10_000_000


def delay(rounds: int) -> list[Figure]:
    """Milliseconds from an event's sending to its arrival, event by event at 100/s."""
    found = []
    with feed() as base, client("playground") as ours, client("httpx-sse") as other:
        for framing in ("chunked", "close"):
            url = f"{base}/{Plan(n=50 * rounds, rate=100, framing=framing, wait=0.3).path}"
            takers = {"ours": ours, "curl -N": curl, "httpx-sse": other}
            delays = {name: take(url)["delays"] for name, take in takers.items()}
            for word, of in (("median", median), ("p95", p95)):
                figures = {name: of(values) for name, values in delays.items()}
                mine = figures.pop("ours")
                goal = figures["curl -N"] + 1
                found.append(Figure("delay", f"{framing}, {word}", mine, goal, "curl + 1 ms", figures))
    return found


def burst(rounds: int) -> list[Figure]:
    """10 000 events of 250 bytes at full speed: client, decoding and folding."""
    with feed() as base, client("playground") as ours, client("httpx-sse") as plain, client("a2a-sdk") as sdk:
        url = f"{base}/{Plan(n=EVENTS).path}"
        takers = {"ours": ours, "httpx-sse + json": plain, "a2a-sdk client": sdk}
        best = {name: float("inf") for name in takers}
        for take in takers.values():
            take(url)  # warm
        for _ in range(rounds):
            for name, take in takers.items():
                answer = take(url)
                assert answer["events"] == EVENTS + 1, (name, answer["events"])
                best[name] = min(best[name], answer["seconds"] * 1000)
    mine = best.pop("ours")
    goal = min(2.5 * best["httpx-sse + json"], best["a2a-sdk client"])
    return [Figure("burst", "10 000 x 250 bytes, best", mine, goal, "<= 2.5 x httpx-sse, < a2a-sdk", best)]


def big(rounds: int) -> list[Figure]:
    """One event of 10 MB."""
    with feed() as base, client("playground") as ours, client("httpx-sse") as plain:
        url = f"{base}/{Plan(n=1, size=BIG).path}"
        times: dict[str, list[float]] = {"ours": [], "httpx-sse": []}
        takers = {"ours": ours, "httpx-sse": plain}
        for take in takers.values():
            take(url)
        for _ in range(rounds):
            for name, take in takers.items():
                times[name].append(take(url)["seconds"] * 1000)
    middle = {name: median(values) for name, values in times.items()}
    return [Figure("big", "one event of 10 MB, median", middle.pop("ours"), 150, "absolute", middle)]
