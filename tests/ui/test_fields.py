import pytest

from playground.model import draft as model
from playground.model.draft import Draft, sections
from playground.model.jsontext import JsonError, dumps
from playground.ui import fields, tree


@pytest.mark.parametrize(
    ("kind", "text", "json"),
    [
        ("line", "  as typed ", '"  as typed "'),
        ("number", "10", "10"),
        ("number", "1e3", "1e3"),
        ("list", "[]", "[]"),
        ("list", '["a\\nb", "", " c, d ", ""]', '["a\\nb", "", " c, d ", ""]'),
        ("map", '{"a": 1.10, "b": [1e3]}', '{"a": 1.10, "b": [1e3]}'),
        ("map", 'rows:[["a", "1"], ["", ""]]', '{"a": "1"}'),
        ("params", 'rows:[["a", "1.10"], ["b", "high"], ["c", "null"]]', '{"a": 1.10, "b": "high", "c": null}'),
        ("capabilities", '["search"]', '["search"]'),
        ("capabilities", '{"web_search": {}}', '{"web_search": {}}'),
        ("json", "[1.10]", "[1.10]"),
        ("object", '{"b":1,"a":2}', '{"b": 1, "a": 2}'),
    ],
)
def test_reads_what_was_typed(kind: fields.Kind, text: str, json: str) -> None:
    value = fields.read(kind, text)
    assert dumps(value, indent=None) == json
    assert fields.read(kind, fields.show(kind, value)) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("number", "ten"),
        ("number", "true"),
        ("number", '"1"'),
        ("json", "{"),
        ("object", "[1]"),
        ("list", '"a"'),
        ("list", '["a", 1]'),
        ("map", '[["a", "b"]]'),
        ("map", 'rows:[["a", "1"], ["a", "2"]]'),
        ("params", 'rows:[["a", "0.2.3"]]'),
        ("params", 'rows:[["a", ""]]'),
        ("params", "rows:[1]"),
        ("json", '{"a":1,"a":2}'),
    ],
)
def test_refuses_with_a_reason(kind: fields.Kind, text: str) -> None:
    with pytest.raises(JsonError) as problem:
        fields.read(kind, text)
    assert str(problem.value)


_SAMPLES = {
    "flag": True,
    "number": 3,
    "list": ["a"],
    "json": [1],
    "object": {"a": 1},
    "map": {"a": "b"},
    "params": {"a": 1},
    "capabilities": [],
}


def test_every_field_stands_where_the_draft_has_it() -> None:
    draft = {"message": {"parts": [{"type": kind if kind in {"text", "data"} else "file"} for kind in fields.PARTS]}}
    parts = [
        item.at(f"message.parts[{i}]") for i, (_title, items) in enumerate(fields.PARTS.values()) for item in items
    ]
    for item in (*fields.ALL, *parts):
        tree.put(draft, item.path, _SAMPLES.get(item.kind, "x"))
    read, found = Draft.from_tree(draft)
    assert found == []
    assert read is not None
    unknown = [name for _path, section in sections(read) for name in section.unknown()]
    assert unknown == []


def test_no_field_of_the_model_is_missing_from_the_form() -> None:
    def names(section: type[model.Section], *without: str) -> set[str]:
        return set(section.wire_names().values()) - set(without)

    shown = {item.path for item in fields.ALL}
    expected = {f"message.{name}" for name in names(model.Message, "parts")}
    expected |= {f"configuration.{name}" for name in names(model.Configuration, "pushNotificationConfig")}
    webhook = "configuration.pushNotificationConfig"
    expected |= {f"{webhook}.{name}" for name in names(model.PushNotificationConfig, "authentication")}
    expected |= {f"{webhook}.authentication.{name}" for name in names(model.Authentication)}
    expected |= {f"memorylake.{name}" for name in names(model.MemoryLake, "overrides")}
    expected |= {f"memorylake.overrides.{name}" for name in names(model.Overrides, "reasoning")}
    expected |= {f"memorylake.overrides.reasoning.{name}" for name in names(model.Reasoning)}
    assert shown == expected | {"requestId", "metadata"}
