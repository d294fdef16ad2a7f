"""The memory over the wire: told, asked, by whom, where, and how the answer accounts for it."""

import pytest
from sandbox.variants import REST10, RPC03, VARIANTS, Client, bare_task_of, events_of, task_of, text_of

from playground.sandbox import server

JANE = {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}
OMAR = {"actorId": "act_user_omar"}
TWO_FACTOR = "How do I configure two-factor authentication?"
TELL = "Remember that my two-factor authentication codes come from a YubiKey"
TOLD = "“My two-factor authentication codes come from a YubiKey”"
SCOPES = [{"type": "actor", "id": "act_user_jane"}, {"type": "project", "id": "proj_def456"}]


@pytest.fixture
def own_sandbox():
    """A sandbox of its own, because what is told stays."""
    running = server.start(pace_seconds=0)
    yield running
    running.stop()


@pytest.fixture
def lake(own_sandbox):
    return Client(own_sandbox)


def task(lake, text, memorylake=None, variant=REST10):
    metadata = None if memorylake is None else {"memorylake": memorylake}
    return task_of(variant, lake.say(variant, text, metadata=metadata))


def ask(lake, text, memorylake=None, variant=REST10):
    return text_of(task(lake, text, memorylake, variant)["artifacts"][-1]["parts"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_documents_question_before_and_after_a_fact_was_told_with_and_without_skip_memory(lake, variant):
    before = ask(lake, TWO_FACTOR, JANE, variant)
    assert before.startswith("To configure two-factor authentication, open Settings, choose Security,")
    assert "YubiKey" not in before

    refused = ask(lake, TELL, JANE | {"skipMemory": True}, variant)
    assert refused == f"I do not keep {TOLD}: skipMemory is set."
    assert ask(lake, TWO_FACTOR, JANE, variant) == before

    told = ask(lake, TELL, JANE, variant)
    assert told == f"I keep {TOLD} (actor act_user_jane, project proj_def456)."
    after = f"I remember: {TOLD} (actor act_user_jane, project proj_def456)."
    assert ask(lake, TWO_FACTOR, JANE, variant).endswith(after)
    assert ask(lake, TWO_FACTOR, JANE | {"skipMemory": True}, variant).endswith(after)  # it only keeps from keeping


@pytest.mark.parametrize(
    ("tell", "question", "fact"),
    [
        ("My favourite colour is green", "What is my favorite color?", "My favourite colour is green"),
        ("I live in Oslo.", "Where do I live?", "I live in Oslo"),
        ("Remember that I prefer window seats", "Which seats do I prefer?", "I prefer window seats"),
        ("Jane's deadline is Friday", "When is Jane's deadline?", "Jane's deadline is Friday"),
        ("我最喜欢的颜色是绿色", "我最喜欢的颜色是什么？", "我最喜欢的颜色是绿色"),
        ("记住我住在奥斯陆", "我住在哪里？", "我住在奥斯陆"),
    ],
)
def test_what_is_told_is_remembered_with_its_scopes(lake, tell, question, fact):
    assert ask(lake, question, JANE).startswith(f"I know nothing about “{question}”. I searched actor act_user_jane")
    assert ask(lake, tell, JANE) == f"I keep “{fact}” (actor act_user_jane, project proj_def456)."
    assert ask(lake, question, JANE) == f"I remember: “{fact}” (actor act_user_jane, project proj_def456)."
    assert ask(lake, tell, JANE) == f"I knew “{fact}” already (actor act_user_jane, project proj_def456)."
    assert ask(lake, question, JANE) == f"I remember: “{fact}” (actor act_user_jane, project proj_def456)."


def test_another_actor_sees_only_the_project(lake):
    ask(lake, "My favourite colour is green", JANE)
    question = "What is my favourite colour?"
    assert ask(lake, question, OMAR).startswith("I know nothing about")
    assert ask(lake, question, OMAR | {"readOnlyProjectIds": ["proj_meetings"]}).startswith("I know nothing about")
    told_by = "I remember: “My favourite colour is green” (project proj_def456, told by act_user_jane)."
    assert ask(lake, question, OMAR | {"readOnlyProjectIds": ["proj_def456"]}) == told_by
    assert ask(lake, question, {"readOnlyProjectIds": ["proj_def456"]}) == told_by
    assert ask(lake, question, {}).startswith("I cannot look up")


def test_a_read_only_project_is_searched_and_never_written(lake):
    read_only = {"readOnlyProjectIds": ["proj_def456", "proj_shared_kb"]}
    assert ask(lake, TELL, read_only) == f"I do not keep {TOLD}: neither actorId nor readWriteProjectId is named."
    assert ask(lake, TELL, OMAR | read_only) == f"I keep {TOLD} (actor act_user_omar)."
    assert "YubiKey" not in ask(lake, TWO_FACTOR, JANE | {"readOnlyProjectIds": ["proj_shared_kb"]})


def test_a_newer_fact_takes_the_place_of_the_older_one(lake):
    ask(lake, "I live in Oslo", JANE)
    told = ask(lake, "I live in Bergen", JANE)
    assert told == "I keep “I live in Bergen” instead of “I live in Oslo” (actor act_user_jane, project proj_def456)."
    remembered = "I remember: “I live in Bergen” (actor act_user_jane, project proj_def456)."
    assert ask(lake, "Where do I live?", JANE) == remembered


def test_a_new_actor_is_remembered_too(lake):
    new = {"actorId": "act_new"}
    assert ask(lake, "What do you know about me?", new).startswith("I know nothing about")
    assert ask(lake, "I am a pilot", new) == "I keep “I am a pilot” (actor act_new)."
    assert ask(lake, "What do you know about me?", new) == "I remember: “I am a pilot” (actor act_new)."


def test_an_unknown_project_is_named_and_nothing_is_kept_there(lake):
    unknown = {"readWriteProjectId": "proj_nowhere", "readOnlyProjectIds": ["proj_other"]}
    missing = [
        f"This workspace has no project {name}: I neither search nor write it."
        for name in ("proj_nowhere", "proj_other")
    ]
    told = ask(lake, "My name is Ann", unknown)
    reason = "there is no project proj_nowhere, and no actorId is named"
    assert told == f"I do not keep “My name is Ann”: {reason}. {' '.join(missing)}"
    assert ask(lake, "My name is Ann", unknown | OMAR).startswith("I keep “My name is Ann” (actor act_user_omar). This")
    hello = task(lake, "Hello", unknown | OMAR)
    assert hello["metadata"]["memorylake"]["unknownProjectIds"] == ["proj_nowhere", "proj_other"]
    reply = text_of(hello["artifacts"][0]["parts"])
    assert "With this memory context I would keep facts about act_user_omar. No language" in reply
    assert reply.endswith(" ".join(missing))


def test_without_the_extension_there_is_no_memory(lake):
    assert "metadata" not in task(lake, "Hello")
    assert "Without metadata.memorylake I run without memory." in ask(lake, "Hello")
    assert "Without metadata.memorylake I run without memory." in ask(lake, TWO_FACTOR)
    assert ask(lake, TELL) == f"I do not keep {TOLD}: without metadata.memorylake I have no memory."


def test_both_agents_share_the_memory(own_sandbox):
    ask(Client(own_sandbox), "I live in Oslo", JANE)
    writer = Client(own_sandbox, "agt_writer42")
    assert "I live in Oslo" in ask(writer, "Where do I live?", JANE)


def test_what_is_told_in_answer_to_a_question_is_kept(lake):
    asked = task(lake, "Ask me which project", JANE)
    assert asked["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    answered = task_of(
        REST10, lake.say(REST10, "I live in Oslo", messageId="m2", taskId=asked["id"], metadata={"memorylake": JANE})
    )
    assert text_of(answered["artifacts"][0]["parts"]) == (
        "Thank you. You answered: I live in Oslo. I keep “I live in Oslo” (actor act_user_jane, project proj_def456)."
    )


OVERRIDES = {"model": "gpt-4o", "maxTurns": 5, "modelParams": {"temperature": 0.5, "max_tokens": 100}, "colour": "blue"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_answer_accounts_for_the_memory_in_its_metadata(lake, variant):
    ask(lake, "I live in Oslo", JANE)
    memorylake = JANE | {"readOnlyProjectIds": ["proj_shared_kb"], "overrides": OVERRIDES}
    account = {
        "searched": [*SCOPES, {"type": "project", "id": "proj_shared_kb"}],
        "recalled": [{"fact": "I live in Oslo", "toldBy": "act_user_jane", "scopes": SCOPES}],
        "kept": [{"fact": "My name is Ann", "outcome": "kept", "scopes": SCOPES}],
        "skipMemory": False,
        "overrides": OVERRIDES,
        "overridesApplied": ["maxTurns", "model", "modelParams"],
        "overridesIgnored": ["colour"],
    }
    text, metadata = "My name is Ann. Where do I live?", {"memorylake": memorylake}
    response = lake.say(variant, text, metadata=metadata)
    overrides = '"overrides":{"colour":"blue","maxTurns":5,"model":"gpt-4o","modelParams":{"max_tokens":100,'
    assert overrides in response.text
    assert task_of(variant, response)["metadata"] == {"memorylake": account}

    known = account | {"kept": [{"fact": "My name is Ann", "outcome": "known", "scopes": SCOPES}]}
    events = events_of(variant, lake.say(variant, text, "stream", metadata=metadata))
    assert [payload.get("metadata") for _, payload in events[:-1]] == [None] * (len(events) - 1)
    assert events[-1][1]["metadata"] == {"memorylake": known}
    kept = bare_task_of(variant, lake.task(variant, "get", events[-1][1]["taskId"]))
    assert kept["metadata"] == {"memorylake": known}


def test_a_document_is_accounted_for_with_its_title(lake):
    account = task(lake, "How do I create an API key?", {"readOnlyProjectIds": ["proj_shared_kb"]})["metadata"]
    (recalled,) = account["memorylake"]["recalled"]
    assert (recalled["document"], recalled["scopes"]) == ("API keys", [{"type": "project", "id": "proj_shared_kb"}])
    assert recalled["text"].startswith("To create an API key, open the console")


@pytest.mark.parametrize(
    "text", ['What is "x" OR NEAR(', "What is '; DROP TABLE facts?", "什么是\x00🙂？", "? " * 150_000]
)
def test_no_question_breaks_the_memory(lake, text):
    assert task(lake, text, JANE)["status"]["state"] == "TASK_STATE_COMPLETED"


def test_a_message_of_300_kb_is_answered(lake):
    told = ask(lake, f"Remember {'x' * 300_000}", JANE)
    assert told == "I keep facts of at most 500 characters, at most 20 from one message; 1 sentence went beyond that."
    assert ask(lake, "我的" * 50_000, JANE)
    assert ask(lake, "my is " * 50_000, JANE, RPC03)
