import json

import pytest
from documents import REQUESTS

from playground.model.draft import Draft
from playground.protocol.encode import encode, random_ids
from playground.sandbox.scenario import SCENARIOS, choose
from playground.ui import examples
from playground.ui.state import PLACES


@pytest.mark.parametrize("number", range(1, 9))
def test_the_documents_requests_come_out_equal(number: int) -> None:
    tree = examples.DOCUMENT[number - 1].tree()
    target = PLACES["global"] | {"workspaceId": "ws_abc123", "agentId": "agt_r8k2m1n3"}
    draft, found = Draft.from_tree(tree | {"target": target})
    assert draft is not None
    assert found == []
    built = encode(draft, ids=random_ids())
    assert built.request is not None
    assert not built.refused
    sent = built.request.as_json()
    assert {**sent, "body": json.loads(sent["body"])} == REQUESTS[number]


@pytest.mark.parametrize("example", [*examples.SCENARIOS, *examples.DOCUMENT], ids=lambda example: example.title)
def test_examples_are_clean_drafts_without_a_target(example: examples.Example) -> None:
    draft, found = Draft.from_tree(example.tree() | {"target": PLACES["sandbox"]})
    assert found == []
    assert draft is not None
    assert "target" not in example.draft
    assert not encode(draft, ids=random_ids()).refused
    example.tree()["message"]["parts"].clear()
    assert example.draft["message"]["parts"]


def test_everything_that_the_sandbox_can_do_is_one_choice_away() -> None:
    texts = [example.draft["message"]["parts"][0]["text"] for example in examples.SCENARIOS]
    assert {choose(text)[0].id for text in texts} == {scenario.id for scenario in SCENARIOS}
    assert examples.FIRST is examples.SCENARIOS[0]
    titles = [example.title for example in (*examples.SCENARIOS, *examples.DOCUMENT)]
    assert len(set(titles)) == len(titles)
