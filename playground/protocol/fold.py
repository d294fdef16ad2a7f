"""From updates to one task, its reply and the states it went through: the same result in pieces or at once."""

from dataclasses import dataclass, field, replace

from playground.model.draft import Profile
from playground.model.finding import Finding, note
from playground.model.jsontext import Json
from playground.model.run import Update
from playground.model.task import PAUSED, TERMINAL, AnyPart, Artifact, ReceivedMessage, State, Status, Task, text_of

_SETTLED = TERMINAL | PAUSED


@dataclass(slots=True)
class _Text:
    """A text that grows by pieces and is asked for again and again: joined once, not at each question."""

    _joined: str = ""
    _new: list[str] = field(default_factory=list)

    def add(self, piece: str) -> None:
        if piece:
            self._new.append(piece)

    def __str__(self) -> str:
        if self._new:
            self._joined = "".join([self._joined, *self._new])
            self._new.clear()
        return self._joined


class _Growing:
    """An artifact while its chunks come in."""

    def __init__(self, begun: Artifact) -> None:
        self._begun = begun
        self._parts: list[AnyPart] = []
        self.text = _Text()
        self.append(begun)

    def append(self, chunk: Artifact) -> None:
        """Take a chunk's parts; all else stays as it began."""
        self._parts.extend(chunk.parts)
        self.text.add(text_of(chunk.parts))

    def artifact(self) -> Artifact:
        """The artifact as it stands now, with a list of its own."""
        return replace(self._begun, parts=self._parts.copy())


@dataclass
class Fold:
    """Takes updates one by one. `profile` decides whether `working` texts are fragments or replace each other."""

    profile: Profile
    states: list[tuple[State, float]] = field(default_factory=list)
    """The states in order, each with the milliseconds at which it came."""
    final: State | str | None = None
    """The terminal or paused state, or `message`, as soon as such an event was whole."""
    findings: list[Finding] = field(default_factory=list)
    _seen_task: bool = False
    _task_id: str | None = None
    _context_id: str | None = None
    _status: Status = field(default_factory=Status)
    _history: list[ReceivedMessage] = field(default_factory=list)
    _metadata: Json = None
    _artifacts: list[_Growing] = field(default_factory=list)
    _places: dict[str | None, int] = field(default_factory=dict)
    """Artifact id -> its place in the list; None -> the last one that has no id."""
    _fragments: _Text = field(default_factory=_Text)
    _last_fragment: str = ""
    _message: ReceivedMessage | None = None

    def add(self, update: Update, elapsed_ms: float = 0.0) -> None:
        """Take one update; errors and unknown events change nothing."""
        self._task_id = update.task_id or self._task_id
        self._context_id = update.context_id or self._context_id
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
        if task.metadata is not None:
            self._metadata = task.metadata
        if task.history:
            self._history = task.history
        if task.artifacts:
            self._artifacts, self._places = [], {}
            for artifact in task.artifacts:
                self._put(artifact)
        if task.raw_state is not None:
            self._enter(Status(task.state, task.raw_state, task.status_message, task.timestamp), elapsed_ms)

    def _take_status(self, status: Status, elapsed_ms: float) -> None:
        self._seen_task = True
        if self._enter(status, elapsed_ms) and status.state == "working" and status.message is not None:
            self._last_fragment = status.message.text
            self._fragments.add(self._last_fragment)

    def _enter(self, status: Status, elapsed_ms: float) -> bool:
        """A status is one value: state, message and time replace the former ones together. Returns whether it did."""
        state = status.state
        if status.raw_state is None or (self.final in TERMINAL and state != self.final):
            return False  # a finished task does not go on; the event stays in the log
        self._status = status
        if not self.states or self.states[-1][0] != state:
            self.states.append((state, elapsed_ms))
        if state in _SETTLED:
            self.final = state
        elif self.final in PAUSED:
            self.final = None  # the task went on
        return True

    def _take_artifact(self, artifact: Artifact, *, append: bool) -> None:
        self._seen_task = True
        place = self._places.get(artifact.id)
        if append and place is not None:
            self._artifacts[place].append(artifact)
            return
        if append:
            self.findings.append(note("APPEND_TO_UNKNOWN", "response", artifact=artifact.id or ""))
        self._put(artifact)

    def _put(self, artifact: Artifact) -> None:
        """Begin an artifact, or begin it anew. Without an id nobody can say which one it replaces: it is one more."""
        place = self._places.get(artifact.id) if artifact.id is not None else None
        if place is None:
            self._places[artifact.id] = len(self._artifacts)
            self._artifacts.append(_Growing(artifact))
        else:
            self._artifacts[place] = _Growing(artifact)

    @property
    def state(self) -> State | None:
        """The task's last known state, None if no task was heard of."""
        return self._status.state if self._seen_task else None

    def task(self) -> Task | None:
        """The task as it stands now; None if no task was heard of."""
        if not self._seen_task:
            return None
        return Task(
            id=self._task_id,
            context_id=self._context_id,
            state=self._status.state,
            raw_state=self._status.raw_state,
            status_message=self._status.message,
            timestamp=self._status.timestamp,
            artifacts=[growing.artifact() for growing in self._artifacts],
            history=self._history,
            metadata=self._metadata,
        )

    def reply(self) -> str:
        """The text of the answer, once. Cheap to ask for, however many fragments it came in.

        The artifacts' texts (a blank line between artifacts); else the `working` fragments, joined (`memorylake`)
        or the last (`a2a`); else the message; else the status message of the terminal or paused state. MemoryLake's
        production sends the reply twice, as fragments and as an artifact; the order of these rules shows it once.
        """
        from_artifacts = "\n\n".join(text for growing in self._artifacts if (text := str(growing.text)))
        if from_artifacts:
            return from_artifacts
        from_status = str(self._fragments) if self.profile == "memorylake" else self._last_fragment
        if from_status:
            return from_status
        if self._message is not None:
            return self._message.text
        if self._status.message is not None and self._status.state in _SETTLED:
            return self._status.message.text
        return ""
