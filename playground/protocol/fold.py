"""From updates to one task, its reply and the states it went through: the same result in pieces or at once."""

from dataclasses import dataclass, field

from playground.model.draft import Profile
from playground.model.finding import Finding, note
from playground.model.run import Update
from playground.model.task import PAUSED, TERMINAL, Artifact, ReceivedMessage, State, Task


@dataclass
class Fold:
    """Takes updates one by one. `profile` decides whether `working` texts are fragments or replace each other."""

    profile: Profile
    states: list[tuple[State, float]] = field(default_factory=list)
    """The states in order, each with the milliseconds at which it came."""
    final: State | str | None = None
    """The terminal or paused state, or `message`, as soon as such an event was whole."""
    findings: list[Finding] = field(default_factory=list)
    _task: Task = field(default_factory=Task)
    _seen_task: bool = False
    _artifacts: dict[str | int | None, Artifact] = field(default_factory=dict)
    _fragments: list[str] = field(default_factory=list)
    _message: ReceivedMessage | None = None

    def add(self, update: Update, elapsed_ms: float = 0.0) -> None:
        """Take one update; errors and unknown events change nothing."""
        if update.task_id is not None or update.context_id is not None:
            self._task.id = update.task_id or self._task.id
            self._task.context_id = update.context_id or self._task.context_id
        if update.task is not None:
            self._take_task(update.task)
        if update.status is not None:
            self._seen_task = True
            self._task.status_message = update.status.message
            self._task.timestamp = update.status.timestamp or self._task.timestamp
            if update.status.state == "working" and update.status.message is not None:
                self._fragments.append(update.status.message.text)
        if update.artifact is not None:
            self._seen_task = True
            self._take_artifact(update.artifact, append=update.append)
        if update.message is not None:
            self._message = update.message
            self.final = self.final or "message"
        told = update.status or update.task
        if told is not None and told.raw_state is not None:
            self._enter(told.state, told.raw_state, elapsed_ms)

    def _enter(self, state: State, raw_state: str, elapsed_ms: float) -> None:
        if self.final in TERMINAL and state not in TERMINAL:
            return  # a finished task does not go on; the event stays in the log
        self._task.state, self._task.raw_state = state, raw_state
        if not self.states or self.states[-1][0] != state:
            self.states.append((state, elapsed_ms))
        if state in TERMINAL | PAUSED and self.final not in TERMINAL:
            self.final = state
        elif state not in TERMINAL | PAUSED and self.final in PAUSED:
            self.final = None  # the task went on

    def _take_task(self, task: Task) -> None:
        """A task is a snapshot: what it carries replaces what was known, what it lacks stays."""
        self._seen_task = True
        self._task = self._task.model_copy(
            update={
                name: value
                for name in ("id", "context_id", "status_message", "timestamp", "metadata")
                if (value := getattr(task, name)) is not None
            }
        )
        if task.history:
            self._task.history = task.history
        if task.artifacts:
            # Artifacts without an id must not replace each other.
            self._artifacts = {
                artifact.id or (index or None): artifact.model_copy(update={"parts": list(artifact.parts)})
                for index, artifact in enumerate(task.artifacts)
            }

    def _take_artifact(self, artifact: Artifact, *, append: bool) -> None:
        known = self._artifacts.get(artifact.id)
        if append and known is not None:
            known.parts.extend(artifact.parts)
            return
        if append:
            self.findings.append(note("APPEND_TO_UNKNOWN", "response", artifact=artifact.id or ""))
        # A list of its own: the chunk that began the artifact belongs to an event that must not change.
        self._artifacts[artifact.id] = artifact.model_copy(update={"parts": list(artifact.parts)})

    @property
    def state(self) -> State | None:
        """The task's last known state, None if no task was heard of."""
        return self._task.state if self._seen_task else None

    def task(self) -> Task | None:
        """The task as it stands now; None if no task was heard of."""
        if not self._seen_task:
            return None
        return self._task.model_copy(
            update={"artifacts": [a.model_copy(update={"parts": list(a.parts)}) for a in self._artifacts.values()]}
        )

    def reply(self) -> str:
        """The text of the answer, once.

        The artifacts' texts (a blank line between artifacts); else the `working` fragments, joined (`memorylake`)
        or the last (`a2a`); else the message; else the status message of the terminal or paused state. MemoryLake's
        production sends the reply twice, as fragments and as an artifact; the order of these rules shows it once.
        """
        from_artifacts = "\n\n".join(text for a in self._artifacts.values() if (text := a.text))
        if from_artifacts:
            return from_artifacts
        if self._fragments:
            joined = "".join(self._fragments) if self.profile == "memorylake" else self._fragments[-1]
            if joined:
                return joined
        if self._message is not None:
            return self._message.text
        if self._task.status_message is not None and self._task.state in TERMINAL | PAUSED:
            return self._task.status_message.text
        return ""
