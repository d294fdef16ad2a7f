"""Tasks as MemoryLake keeps them, on top of the SDK's store and request handler."""

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from a2a.server.agent_execution.active_task import TERMINAL_TASK_STATES
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import Event
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import CancelTaskRequest, GetTaskRequest, Message, Role, SendMessageRequest, Task, TaskState
from a2a.utils.errors import TaskNotCancelableError, UnsupportedOperationError

# A playground that is left open must not grow for ever.
MAX_TASKS = 1000

_FRAGMENT_ID = re.compile(r"(msg-[0-9a-f]{12})\.\d+")


def fragment_id(reply_id: str, number: int) -> str:
    """Names one fragment of a reply, so that the store knows which message it belongs to."""
    return f"{reply_id}.{number}"


def _join_fragments(task: Task) -> None:
    """Makes one message of the fragments of a reply, in place.

    The SDK moves every status message into the history when the next status arrives. MemoryLake's history holds the
    reply once, as the message [user, agent].
    """
    index = 0
    while index < len(task.history):
        message = task.history[index]
        before = task.history[index - 1] if index else None
        fragment = _FRAGMENT_ID.fullmatch(message.message_id) if message.role == Role.ROLE_AGENT else None
        if fragment is not None and before is not None and before.message_id == fragment[1]:
            before.parts[0].text += message.parts[0].text
            del task.history[index]
            continue
        if fragment is not None:
            message.message_id = fragment[1]
        index += 1


class TaskStore(InMemoryTaskStore):
    """Keeps the newest tasks, each with one agent message a turn in its history."""

    def __init__(self) -> None:
        super().__init__()
        self._ids: dict[str, None] = {}

    async def save(self, task: Task, context: ServerCallContext) -> None:
        """Saves a task; the caller's own copy gets the joined history too, because the SDK answers from that one."""
        _join_fragments(task)
        await super().save(task, context)
        self._ids[task.id] = None
        if len(self._ids) > MAX_TASKS:
            oldest = next(iter(self._ids))
            del self._ids[oldest]
            await self.delete(oldest, context)

    async def forget_finished(self) -> None:
        """Deletes the tasks that have ended; those that run or wait for an answer go on."""
        context = ServerCallContext()  # as every request's: the SDK authenticates nobody here, so all have one owner
        for task_id in list(self._ids):
            task = await self.get(task_id, context)
            if task is not None and task.status.state in TERMINAL_TASK_STATES:
                del self._ids[task_id]
                await self.delete(task_id, context)


class TaskHandler(DefaultRequestHandler):
    """The SDK's request handler with MemoryLake's words."""

    async def on_message_send(self, params: SendMessageRequest, context: ServerCallContext) -> Message | Task:
        """As the SDK's, but a message to a finished task is refused before the SDK sees it."""
        await self._refuse_finished(params, context)
        answer: Message | Task = await super().on_message_send(params, context)
        return answer

    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """As `on_message_send`, streamed."""
        await self._refuse_finished(params, context)
        async with aclosing(super().on_message_send_stream(params, context)) as events:
            async for event in events:
                yield event

    async def _refuse_finished(self, params: SendMessageRequest, context: ServerCallContext) -> None:
        """The SDK refuses it too, but leaves its queues behind, which end in a traceback on the terminal much later."""
        if not params.message.task_id:
            return
        task = await self.task_store.get(params.message.task_id, context)
        if isinstance(task, Task) and task.status.state in TERMINAL_TASK_STATES:
            state = TaskState.Name(task.status.state)
            raise UnsupportedOperationError(message=f"Task {task.id} is in terminal state: {state}")

    async def on_cancel_task(self, params: CancelTaskRequest, context: ServerCallContext) -> Task | None:
        """Cancels a task.

        In: the task's ID. Out: the canceled task. Raises TaskNotFoundError, or TaskNotCancelableError whose message
        ends in the number of the state, as MemoryLake's does.
        """
        try:
            canceled: Task | None = await super().on_cancel_task(params, context)
        except TaskNotCancelableError:
            task = await self.on_get_task(GetTaskRequest(id=params.id), context)
            state = task.status.state if task else TaskState.TASK_STATE_UNSPECIFIED
            raise TaskNotCancelableError(f"Task cannot be canceled - current state: {state}") from None
        return canceled
