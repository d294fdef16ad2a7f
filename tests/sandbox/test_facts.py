"""What counts as a fact, and what it is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.sandbox.facts import MAX_FACTS, MAX_LENGTH, read

TOLD = [
    ("Remember that I prefer window seats", "I prefer window seats", "i prefer window seats"),
    ("Please remember: the code is 1234.", "The code is 1234", "the code is 1234"),
    ("Don't forget that my sister is a doctor", "My sister is a doctor", "my sister"),
    ("My favourite colour is green", "My favourite colour is green", "my favourite colour"),
    ("Hi, my name is Ann", "My name is Ann", "my name"),
    ("By the way, I have two cats.", "I have two cats", "i have two cats"),
    ("Could you please remember that I live in Oslo?", "I live in Oslo", "i live"),
    ("你好，我叫安", "我叫安", "我叫"),
    ("my name is Ann!", "My name is Ann", "my name"),
    ("I live in Oslo", "I live in Oslo", "i live"),
    ("I work at Acme.", "I work at Acme", "i work"),
    ("I'm allergic to nuts", "I'm allergic to nuts", "i'm allergic to nuts"),
    ("I never drink coffee", "I never drink coffee", "i never drink coffee"),
    ("Jane's deadline is Friday", "Jane's deadline is Friday", "jane's deadline"),
    ("Jane’s deadline is Monday", "Jane’s deadline is Monday", "jane's deadline"),
    ("记住我喜欢靠窗的座位", "我喜欢靠窗的座位", "我喜欢靠窗的座位"),
    ("请记住：我的生日是五月一日。", "我的生日是五月一日", "我的生日"),
    ("我叫王伟", "我叫王伟", "我叫"),
    ("我住在奥斯陆。", "我住在奥斯陆", "我住"),
    ("我最喜欢的颜色是绿色", "我最喜欢的颜色是绿色", "我最喜欢的颜色"),
    ("我喜欢喝茶", "我喜欢喝茶", "我喜欢喝茶"),
    ("我对花生过敏", "我对花生过敏", "我对花生过敏"),
    ("小王的截止日期是周五", "小王的截止日期是周五", "小王的截止日期"),
]


@pytest.mark.parametrize(("text", "fact", "about"), TOLD)
def test_a_fact_that_is_told(text: str, fact: str, about: str) -> None:
    reading = read(text)
    assert [(one.fact, one.about) for one in reading.told] == [(fact, about)]
    assert (reading.rest, reading.asks) == ("", False)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "?", "Hello", "Write a report", "stream 600 words at 50/s", "What's my name?", "Where do I live?"),
        *("Is my colour green?", "My colour is green?", "Tell me what my name is", "It's raining", "That's my dog"),
        *("Do you remember my name?", "Remember my name?", "How is Jane's deadline", "Let's see what my is"),
        *("I have a question", "Can you remember what I said?", "Hi", "Hello, and", "Remember"),
        *("我叫什么名字？", "我住在哪里", "你知道我是谁吗", "我最喜欢的颜色是什么", "\x00", "🙂"),
    ],
)
def test_what_is_no_fact(text: str) -> None:
    reading = read(text)
    assert (reading.told, reading.ordered) == ((), False)
    assert reading.rest == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        "What is my favourite colour?",
        "Where do I live",
        "Summarize our last meeting notes",
        "tell me my name",
        "我住在哪里",
        "总结上次会议",
    ],
)
def test_what_is_asked(text: str) -> None:
    assert read(text).asks


@pytest.mark.parametrize("text", ["Hello", "Write a report", "Thank you.", "你好"])
def test_what_is_not_asked(text: str) -> None:
    assert not read(text).asks


def test_facts_and_a_question_in_one_message() -> None:
    reading = read("My name is Ann. I live in Oslo!\nWhere do I live? 我叫安。")
    assert [one.fact for one in reading.told] == ["My name is Ann", "I live in Oslo", "我叫安"]
    assert (reading.rest, reading.asks) == ("Where do I live?", True)


def test_the_last_of_two_facts_about_one_thing_counts() -> None:
    assert [one.fact for one in read("I live in Oslo. I live in Bergen.").told] == ["I live in Bergen"]


def test_what_is_too_long_to_keep_is_counted() -> None:
    longest = "x" * MAX_LENGTH
    assert [one.fact for one in read(f"Remember {longest}").told] == [f"X{longest[1:]}"]
    reading = read(f"Remember {longest}x. Remember tea.")
    assert ([one.fact for one in reading.told], reading.too_long, reading.ordered) == (["Tea"], 1, True)


def test_one_message_tells_so_many_facts_at_most() -> None:
    reading = read("\n".join(f"Remember number {number}" for number in range(MAX_FACTS + 3)))
    assert (len(reading.told), reading.too_long) == (MAX_FACTS, 3)


PIECES = st.sampled_from(
    ["my ", "I ", "'s ", " is ", "remember ", "我", "是", "的", ". ", "。", "?", "\n", "x", "\x00", '"', "🙂", "is"]
)


@given(st.text(max_size=300) | st.lists(PIECES, max_size=60).map("".join))
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text)
    assert all(one.fact and one.about == one.about.casefold() for one in reading.told)
    assert all(len(one.fact) <= MAX_LENGTH + 3 for one in reading.told)


@pytest.mark.parametrize(
    "text",
    [
        f"can you remember that x{' ' * 300_000}y",
        f"hi{' ' * 300_000}.",
        "hi " * 100_000,
        "? " * 150_000,
        "my " * 100_000,
        "x's " * 80_000,
        "我的" * 150_000,
        "remember " * 40_000,
        "a " * 150_000,
    ],
)
def test_a_message_of_300_kb_is_read(text: str) -> None:
    assert len(read(text).told) <= MAX_FACTS
