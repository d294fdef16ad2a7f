from playground.ui import tree


def test_reads_and_writes_by_path() -> None:
    draft = {"message": {"parts": [{"type": "text", "text": "a"}]}}
    assert tree.get(draft, "message.parts[0].text") == "a"
    assert tree.get(draft, "message.parts[3].text") is None
    assert tree.get(draft, "memorylake.overrides.model") is None
    tree.put(draft, "memorylake.overrides.model", "m")
    tree.put(draft, "message.parts[0].text", "b")
    assert draft == {
        "message": {"parts": [{"type": "text", "text": "b"}]},
        "memorylake": {"overrides": {"model": "m"}},
    }


def test_null_is_written_but_reads_as_nothing() -> None:
    draft = {"message": {"messageId": None}}
    assert tree.get(draft, "message.messageId") is None
    assert tree.has(draft, "message.messageId")
    assert not tree.has(draft, "message.contextId")
    assert not tree.has(draft, "configuration.blocking")


def test_puts_through_a_null() -> None:
    draft = {"configuration": None}
    tree.put(draft, "configuration.blocking", True)
    assert draft == {"configuration": {"blocking": True}}


def test_dropping_takes_emptied_objects_along() -> None:
    draft = {"memorylake": {"actorId": "a", "overrides": {"reasoning": {"type": "t"}}}}
    tree.drop(draft, "memorylake.overrides.reasoning.type")
    assert draft == {"memorylake": {"actorId": "a"}}
    tree.drop(draft, "memorylake.actorId")
    assert draft == {}


def test_dropping_keeps_parts_and_what_was_empty_before() -> None:
    draft = {"message": {"parts": [{"type": "file", "url": "u"}]}, "memorylake": {}}
    tree.drop(draft, "message.parts[0].url")
    tree.drop(draft, "message.parts[7].url")
    tree.drop(draft, "memorylake.actorId")
    assert draft == {"message": {"parts": [{"type": "file"}]}, "memorylake": {}}
