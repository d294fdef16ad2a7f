"""The sandbox's agents as the SDK runs them: steps of a scenario become A2A events in MemoryLake's order."""

import asyncio
import uuid
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from a2a.helpers.proto_helpers import new_data_part, new_raw_part, new_text_part
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.id_generator import IDGenerator, IDGeneratorContext
from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part, Role, Task, TaskState, TaskStatus
from a2a.utils.errors import InternalError

from playground.sandbox.extension import extension_of
from playground.sandbox.memory import Memory
from playground.sandbox.recollection import account, recollect
from playground.sandbox.scenario import play
from playground.sandbox.steps import Break, Chunk, Content, End, File, Say, Speak, Step, Turn, Wait, fragments
from playground.sandbox.tasks import fragment_id


class PrefixedIds(IDGenerator):
    """Makes IDs that look like MemoryLake's: a prefix that names the kind, then something unique."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def generate(self, context: IDGeneratorContext) -> str:
        """Makes a new ID; the context does not matter."""
        del context
        return f"{self._prefix}{uuid.uuid4().hex[:12]}"


_STATES = {
    "input-required": TaskState.TASK_STATE_INPUT_REQUIRED,
    "auth-required": TaskState.TASK_STATE_AUTH_REQUIRED,
    "failed": TaskState.TASK_STATE_FAILED,
    "rejected": TaskState.TASK_STATE_REJECTED,
}


class SandboxAgent(AgentExecutor):
    """Plays a scenario for each message, one event every ``pace_seconds`` unless the scenario has a pace of its own."""

    def __init__(self, memory: Memory, pace_seconds: float) -> None:
        self._memory = memory
        self._pace_seconds = pace_seconds

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answers one message.

        In: the request and the queue for the events. Out: nothing; the events follow production's order, that is task,
        status without message, fragments of the reply, the reply as an artifact, status with the final state. A task
        that is being continued starts with the status, because the SDK takes a second task for a mistake. Raises
        InternalError where the scenario breaks down.
        """
        if context.message is None or context.task_id is None or context.context_id is None:
            raise ValueError("the SDK always gives a message, a task ID and a context ID")
        text, extension = context.get_user_input(" "), extension_of(context.metadata)
        turn = Turn(
            text=text,
            attachments=tuple(_attachment(part) for part in context.message.parts if not part.HasField("text")),
            extension=extension,
            done=recollect(self._memory, extension, text),
            answers_question=context.current_task is not None,
        )
        steps = deque(play(turn))
        if isinstance(steps[0], Wait):
            await asyncio.sleep(steps[0].seconds)
            steps.popleft()
        updater = TaskUpdater(
            event_queue, context.task_id, context.context_id, message_id_generator=PrefixedIds("msg-")
        )
        metadata = account(extension, turn.done)
        if isinstance(steps[0], Speak):
            parts = [new_text_part(steps[0].text)]
            message = Message(
                message_id=PrefixedIds("msg-").generate(IDGeneratorContext()),
                context_id=context.context_id,
                role=Role.ROLE_AGENT,
                parts=parts,
                metadata=metadata,
            )
            await event_queue.enqueue_event(message)
            return
        if context.current_task is None:
            task = Task(id=context.task_id, context_id=context.context_id, history=[context.message])
            task.status.CopyFrom(TaskStatus(state=TaskState.TASK_STATE_WORKING))
            task.status.timestamp.GetCurrentTime()
            await event_queue.enqueue_event(task)
        await updater.start_work()
        await _Performance(updater, self._pace_seconds, metadata).play(steps)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Ends a running task as canceled; the SDK stops ``execute``."""
        if context.task_id is None or context.context_id is None:
            raise ValueError("the SDK always gives a task ID and a context ID")
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


@dataclass
class _Performance:
    """One turn being played: what was said so far. ``metadata`` goes with the last status."""

    updater: TaskUpdater
    pace_seconds: float
    metadata: dict[str, object]
    reply_id: str = field(default_factory=lambda: PrefixedIds("msg-").generate(IDGeneratorContext()))
    said: list[str] = field(default_factory=list)

    async def play(self, steps: Iterable[Step]) -> None:
        for step in steps:
            match step:
                case Say():
                    await self._say(step)
                case Chunk():
                    await self._write(step)
                case Wait(seconds):
                    await asyncio.sleep(seconds)
                case End(state, text):
                    await self._finish(_STATES[state], self._message(text))
                    return
                case Break(reason):
                    raise InternalError(message=reason)
                case Speak():
                    raise ValueError("a message alone has no task")
        await self.updater.add_artifact(
            [new_text_part("".join(self.said))],
            artifact_id=f"result-{self.updater.task_id}",
            name="result",
            last_chunk=True,
        )
        await self._finish(TaskState.TASK_STATE_COMPLETED)

    async def _finish(self, state: TaskState, message: Message | None = None) -> None:
        await self.updater.update_status(state, message, metadata=self.metadata or None)

    def _message(self, text: str) -> Message:
        return self.updater.new_agent_message([new_text_part(text)])

    async def _say(self, say: Say) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number, fragment in enumerate(fragments(say.text), start=1):
            self.said.append(fragment)
            message = self._message(fragment)
            message.message_id = fragment_id(self.reply_id, len(self.said))
            if say.rate is None:
                await asyncio.sleep(self.pace_seconds)
            elif say.rate > 0:
                # Against the clock and not from one to the next, or the delays would add up.
                await asyncio.sleep(began + number / say.rate - loop.time())
            await self.updater.update_status(TaskState.TASK_STATE_WORKING, message)

    async def _write(self, chunk: Chunk) -> None:
        await asyncio.sleep(self.pace_seconds)
        await self.updater.add_artifact(
            [_part(chunk.content)],
            artifact_id=f"{chunk.name}-{self.updater.task_id}",
            name=chunk.name,
            append=chunk.append,
            last_chunk=chunk.last,
        )


def _part(content: Content) -> Part:
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
