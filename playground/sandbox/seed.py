"""What the sandbox starts with: one workspace, its agents, actors and projects, and what their memory holds.

All of it is invented. The documents answer the questions that MemoryLake's own documents ask.
"""

from dataclasses import dataclass
from typing import Literal

OwnerType = Literal["actor", "project"]


@dataclass(frozen=True)
class Owner:
    """Whose memory a fact is in."""

    type: OwnerType
    id: str

    def __str__(self) -> str:
        return f"{self.type} {self.id}"


@dataclass(frozen=True)
class Agent:
    """An agent of the workspace: its ID, its name and what it says about itself."""

    id: str
    name: str
    description: str
    latest_version: int
    bound_at: str


@dataclass(frozen=True)
class Actor:
    """An end user whom the agents remember."""

    id: str
    name: str
    tags: tuple[str, ...]
    bound_at: str


@dataclass(frozen=True)
class Project:
    """A project: a memory of its own, with facts and documents."""

    id: str
    name: str
    description: str
    created_at: str


@dataclass(frozen=True)
class Document:
    """A document of a project."""

    project_id: str
    title: str
    text: str
    created_at: str


WORKSPACE_ID = "ws_abc123"
WORKSPACE_NAME = "Acme support"
WORKSPACE_CREATED_AT = "2026-03-02T09:00:00Z"

AGENTS = (
    Agent(
        "agt_r8k2m1n3",
        "Helpdesk",
        "Answers questions of Acme's customers from the shared knowledge base.",
        3,
        "2026-03-02T09:30:00Z",
    ),
    Agent(
        "agt_writer42",
        "Writer",
        "Writes reports and meeting summaries for Acme's team.",
        1,
        "2026-05-18T14:05:00Z",
    ),
)

ACTORS = (
    Actor("act_user_jane", "Jane Miller", ("support", "berlin"), "2026-03-02T10:00:00Z"),
    Actor("act_user_wei", "王伟", ("sales", "shanghai"), "2026-04-11T02:20:00Z"),
    Actor("act_user_omar", "Omar Haddad", ("support",), "2026-06-30T08:45:00Z"),
)

PROJECTS = (
    Project("proj_def456", "Customer portal", "Jane's own project: the new customer portal.", "2026-03-03T08:00:00Z"),
    Project("proj_shared_kb", "Knowledge base", "How Acme's product is used, for everyone.", "2026-03-02T09:10:00Z"),
    Project("proj_meetings", "Meeting notes", "What the support team decided, week by week.", "2026-03-06T15:00:00Z"),
)

# The facts, by owner; those of an actor do not repeat the name. None of those in the knowledge base is about two-factor
# authentication: the documented question is asked with and without that project, and has one answer.
FACTS: tuple[tuple[Owner, tuple[str, ...]], ...] = (
    (
        Owner("actor", "act_user_jane"),
        (
            "Likes meeting notes in one short paragraph",
            "Has an authenticator app on her work phone",
            "Is in the Berlin time zone",
        ),
    ),
    (
        Owner("actor", "act_user_wei"),
        ("负责华东地区的销售", "希望用中文回复"),
    ),
    (
        Owner("actor", "act_user_omar"),
        ("Is on leave until 7 December", "Takes over the night shift in January"),
    ),
    (
        Owner("project", "proj_def456"),
        ("The portal opens to customers on 14 December", "The portal's budget is 40000 euros"),
    ),
    (
        Owner("project", "proj_shared_kb"),
        (
            "Support replies within four hours on working days",
            "Invoices are sent on the first working day of a month",
            "Backups are kept for thirty days",
        ),
    ),
    (
        Owner("project", "proj_meetings"),
        ("Decisions of the support team stand once Jane has confirmed them",),
    ),
)

_TWO_FACTOR = (
    "To configure two-factor authentication, open Settings, choose Security, then Two-factor authentication, scan the "
    "code with an authenticator app and enter the six digits it shows."
)

DOCUMENTS = (
    # Jane's project has a copy of its own, because the documents ask the question without the knowledge base too.
    Document("proj_def456", "Two-factor authentication", _TWO_FACTOR, "2026-09-01T09:00:00Z"),
    Document(
        "proj_def456",
        "Rollout plan",
        "The rollout has three stages: colleagues first, then ten pilot customers, then everybody.",
        "2026-10-12T13:30:00Z",
    ),
    Document("proj_shared_kb", "Two-factor authentication", _TWO_FACTOR, "2026-08-20T11:00:00Z"),
    Document(
        "proj_shared_kb",
        "双重验证",
        "要配置双重验证，请打开“设置”，选择“安全”，再选择“双重验证”，用验证器应用扫描二维码，然后输入它显示的六位数字。",
        "2026-08-20T11:30:00Z",
    ),
    Document(
        "proj_shared_kb",
        "Forgotten password",
        "To reset a forgotten password, choose “Forgot password” on the sign-in page and follow the link in the mail "
        "within one hour.",
        "2026-07-05T10:00:00Z",
    ),
    Document(
        "proj_shared_kb",
        "API keys",
        "To create an API key, open the console, choose API keys, then Create, and copy the key at once: it is shown "
        "only one time.",
        "2026-07-19T16:00:00Z",
    ),
    Document(
        "proj_shared_kb",
        "Exporting data",
        "To export your data, open Settings, choose Data, then Export; a ZIP archive arrives by mail within a day.",
        "2026-08-02T08:15:00Z",
    ),
    Document(
        "proj_meetings",
        "Meeting notes, 13 November",
        "The meeting of 13 November moved the support hotline to the new provider and gave Omar the night shift.",
        "2026-11-13T11:00:00Z",
    ),
    Document(
        "proj_meetings",
        "Meeting notes, 20 November",
        "The meeting of 20 November chose the pilot customers and put off the new pricing page.",
        "2026-11-20T11:00:00Z",
    ),
    Document(
        "proj_meetings",
        "Meeting notes, 27 November",
        "Our last meeting settled three points: the new onboarding guide ships on Friday, Jane reviews the access "
        "rules, and billing questions wait for the next meeting.",
        "2026-11-27T11:00:00Z",
    ),
    Document(
        "proj_meetings",
        "11月27日会议记录",
        "上次会议决定了三件事：新的入门指南周五发布，Jane 审核访问规则，账单问题留到下次会议。",
        "2026-11-27T11:05:00Z",
    ),
)
