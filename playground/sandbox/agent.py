"""The sandbox's agents as the SDK runs them: steps of a scenario become A2A events in MemoryLake's order."""

import asyncio
import uuid
from dataclasses import dataclass, field

from a2a.helpers.proto_helpers import new_data_part, new_raw_part, new_text_part
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.id_generator import IDGenerator, IDGeneratorContext
from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part, Task, TaskState, TaskStatus

from playground.sandbox.memory import memory_of
from playground.sandbox.scenario import Ask, Fail, File, Report, Say, Turn, fragments, play
from playground.sandbox.tasks import fragment_id


@dataclass(frozen=True)
class Agent:
    """An agent of the workspace: its ID, its name and what it says about itself."""

    id: str
    name: str
    description: str


WORKSPACE_ID = "ws_abc123"
WORKSPACE_NAME = "Acme support"
AGENTS = (
    Agent("agt_r8k2m1n3", "Helpdesk", "Answers questions of Acme's customers from the shared knowledge base."),
    Agent("agt_writer42", "Writer", "Writes reports and meeting summaries for Acme's team."),
)


class PrefixedIds(IDGenerator):
    """Makes IDs that look like MemoryLake's: a prefix that names the kind, then something unique."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def generate(self, context: IDGeneratorContext) -> str:
        """Makes a new ID; the context does not matter."""
        del context
        return f"{self._prefix}{uuid.uuid4().hex[:12]}"


class SandboxAgent(AgentExecutor):
    """Plays a scenario for each message, one event every ``pace_seconds``."""

    def __init__(self, pace_seconds: float) -> None:
        self._pace_seconds = pace_seconds

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answers one message.

        In: the request and the queue for the events. Out: nothing; the events follow production's order, that is task,
        status without message, fragments of the reply, the reply as an artifact, status with the final state. A task
        that is being continued starts with the status, because the SDK takes a second task for a mistake.
        """
        if context.message is None or context.task_id is None or context.context_id is None:
            raise ValueError("the SDK always gives a message, a task ID and a context ID")
        if context.current_task is None:
            task = Task(id=context.task_id, context_id=context.context_id, history=[context.message])
            task.status.CopyFrom(TaskStatus(state=TaskState.TASK_STATE_WORKING))
            task.status.timestamp.GetCurrentTime()
            await event_queue.enqueue_event(task)
        updater = TaskUpdater(
            event_queue, context.task_id, context.context_id, message_id_generator=PrefixedIds("msg-")
        )
        await updater.start_work()
        turn = Turn(
            text=context.get_user_input(" "),
            attachments=tuple(_attachment(part) for part in context.message.parts if not part.HasField("text")),
            memory=memory_of(context.metadata),
            answers_question=context.current_task is not None,
        )
        await _Performance(updater, self._pace_seconds).play(turn)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Ends a running task as canceled; the SDK stops ``execute``."""
        if context.task_id is None or context.context_id is None:
            raise ValueError("the SDK always gives a task ID and a context ID")
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


@dataclass
class _Performance:
    """One turn being played: the steps so far and what they add up to."""

    updater: TaskUpdater
    pace_seconds: float
    reply_id: str = field(default_factory=lambda: PrefixedIds("msg-").generate(IDGeneratorContext()))
    said: list[str] = field(default_factory=list)

    async def play(self, turn: Turn) -> None:
        for step in play(turn):
            match step:
                case Say(text):
                    await self._say(text)
                case Report():
                    await self._report(step)
                case Ask(question):
                    await self.updater.requires_input(self._message(question))
                    return
                case Fail(reason):
                    await self.updater.failed(self._message(reason))
                    return
        await self.updater.add_artifact(
            [new_text_part("".join(self.said))],
            artifact_id=f"result-{self.updater.task_id}",
            name="result",
            last_chunk=True,
        )
        await self.updater.complete()

    def _message(self, text: str) -> Message:
        return self.updater.new_agent_message([new_text_part(text)])

    async def _say(self, text: str) -> None:
        for fragment in fragments(text):
            self.said.append(fragment)
            message = self._message(fragment)
            message.message_id = fragment_id(self.reply_id, len(self.said))
            await asyncio.sleep(self.pace_seconds)
            await self.updater.update_status(TaskState.TASK_STATE_WORKING, message)

    async def _report(self, report: Report) -> None:
        for number, content in enumerate(report.parts, start=1):
            await asyncio.sleep(self.pace_seconds)
            await self.updater.add_artifact(
                [_part(content)],
                artifact_id=f"report-{self.updater.task_id}",
                name=report.name,
                append=number > 1,
                last_chunk=number == len(report.parts),
            )


def _part(content: str | File | dict[str, object]) -> Part:
    match content:
        case str():
            return new_text_part(content)
        case File(filename, media_type, body):
            return new_raw_part(body, media_type=media_type, filename=filename)
        case _:
            return new_data_part(content)


def _attachment(part: Part) -> str:
    """Names a part that is no text, with the size of what arrived: a wrong encoding shows at once."""
    match part.WhichOneof("content"):
        case "raw":
            return f"{part.filename or 'a file'} ({len(part.raw)} bytes)"
        case "url":
            return f"a link to {part.filename or part.url}"
        case _:
            return "data"
