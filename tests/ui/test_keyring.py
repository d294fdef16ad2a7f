"""A key goes to the origin that it was typed for, and nowhere else."""

import pytest
from forms import drawn, held, opened, press

from playground.ui import embedded


def elsewhere() -> list[str]:
    running = embedded.place()
    assert running is not None
    return ["https://evil.example/x", "http://127.0.0.1:9/x", f"{running.api_base}x".replace("127.0.0.1", "localhost")]


@pytest.mark.parametrize("number", range(3))
def test_the_key_typed_for_the_sandbox_goes_to_the_sandbox_only(number: int) -> None:
    at = opened(raw={"url": elsewhere()[number]})
    at.text_input(key="field:target:key:sandbox").set_value("sk_typed").run()
    assert at.button(key="send").disabled
    held(at).draft["raw"] = {"url": f"{embedded.place().api_base}/x"}
    assert not drawn(at).button(key="send").disabled


@pytest.mark.parametrize("number", range(3))
def test_the_sandboxs_own_key_stays_there_too(number: int) -> None:
    assert opened(raw={"url": elsewhere()[number]}).button(key="send").disabled


def test_a_request_without_the_key_may_go_anywhere() -> None:
    at = opened(raw={"url": "http://127.0.0.1:9/x", "headers": []})
    at.text_input(key="field:target:key:sandbox").set_value("sk_typed").run()
    assert not at.button(key="send").disabled
    press(at, "send")
    run = held(at).runs[0].run
    assert run._key is None
    while run.running:
        run.wait(run.version, 1)
