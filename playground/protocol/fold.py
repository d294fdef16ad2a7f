"""From updates to one task, its reply and the states it went through: the same result in pieces or at once."""

from dataclasses import dataclass, field

from playground.model.draft import Profile
from playground.model.finding import Finding, note
from playground.model.run import Update
from playground.model.task import PAUSED, TERMINAL, Artifact, ReceivedMessage, State, Status, Task


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
    _artifacts: list[Artifact] = field(default_factory=list)
    _places: dict[str | None, int] = field(default_factory=dict)
    """Artifact id -> its place in the list; None -> the last one that has no id."""
    _fragments: list[str] = field(default_factory=list)
    _message: ReceivedMessage | None = None

    def add(self, update: Update, elapsed_ms: float = 0.0) -> None:
        """Take one update; errors and unknown events change nothing."""
        if update.task_id is not None or update.context_id is not None:
            self._task.id = update.task_id or self._task.id
            self._task.context_id = update.context_id or self._task.context_id
        if update.task is not None:
            self._take_task(update.task, elapsed_ms)
        if update.status is not None:
            self._take_status(update.status, elapsed_ms)
        if update.artifact is not None:
            self._take_artifact(update.artifact, append=update.append)
        if update.message is not None:
            self._message = update.message
            self.final = self.final or "message"

    def _take_task(self, task: Task, elapsed_ms: float) -> None:
        """A task is a snapshot: what it carries replaces what was known, what it lacks stays."""
        self._seen_task = True
        self._task.metadata = task.metadata if task.metadata is not None else self._task.metadata
        if task.history:
            self._task.history = task.history
        if task.artifacts:
            self._artifacts, self._places = [], {}
            for artifact in task.artifacts:
                self._put(artifact)
        if task.raw_state is not None:
            status = Status(
                state=task.state, raw_state=task.raw_state, message=task.status_message, timestamp=task.timestamp
            )
            self._enter(status, elapsed_ms)

    def _take_status(self, status: Status, elapsed_ms: float) -> None:
        self._seen_task = True
        if self._enter(status, elapsed_ms) and status.state == "working" and status.message is not None:
            self._fragments.append(status.message.text)

    def _enter(self, status: Status, elapsed_ms: float) -> bool:
        """A status is one value: state, message and time replace the former ones together. Returns whether it did."""
        state = status.state
        if status.raw_state is None or (self.final in TERMINAL and state != self.final):
            return False  # a finished task does not go on; the event stays in the log
        self._task.state, self._task.raw_state = state, status.raw_state
        self._task.status_message, self._task.timestamp = status.message, status.timestamp
        if not self.states or self.states[-1][0] != state:
            self.states.append((state, elapsed_ms))
        if state in TERMINAL | PAUSED:
            self.final = state
        elif self.final in PAUSED:
            self.final = None  # the task went on
        return True

    def _take_artifact(self, artifact: Artifact, *, append: bool) -> None:
        self._seen_task = True
        place = self._places.get(artifact.id)
        if append and place is not None:
            self._artifacts[place].parts.extend(artifact.parts)
            return
        if append:
            self.findings.append(note("APPEND_TO_UNKNOWN", "response", artifact=artifact.id or ""))
        self._put(artifact)

    def _put(self, artifact: Artifact) -> None:
        """Begin an artifact, or begin it anew. Without an id nobody can say which one it replaces: it is one more."""
        # A list of its own: the event that it came with must not change when chunks are appended.
        begun = artifact.model_copy(update={"parts": list(artifact.parts)})
        place = self._places.get(artifact.id) if artifact.id is not None else None
        if place is None:
            self._places[artifact.id] = len(self._artifacts)
            self._artifacts.append(begun)
        else:
            self._artifacts[place] = begun

    @property
    def state(self) -> State | None:
        """The task's last known state, None if no task was heard of."""
        return self._task.state if self._seen_task else None

    def task(self) -> Task | None:
        """The task as it stands now; None if no task was heard of."""
        if not self._seen_task:
            return None
        return self._task.model_copy(
            update={"artifacts": [a.model_copy(update={"parts": list(a.parts)}) for a in self._artifacts]}
        )

    def reply(self) -> str:
        """The text of the answer, once.

        The artifacts' texts (a blank line between artifacts); else the `working` fragments, joined (`memorylake`)
        or the last (`a2a`); else the message; else the status message of the terminal or paused state. MemoryLake's
        production sends the reply twice, as fragments and as an artifact; the order of these rules shows it once.
        """
        from_artifacts = "\n\n".join(text for a in self._artifacts if (text := a.text))
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
