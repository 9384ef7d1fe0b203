"""Work on many games: several processes, answers in the order of the games, flat memory.

    with games(environment, jobs, files, work) as answers:
        for name, stream in inputs:
            for answer in answers.of(stream, name):
                ...

With one job everything happens in this process, game by game as they come. With more, games are cut
from the stream without being read and handed out in batches to processes that do all the rest.
Their answers are passed on in the order of the input, so that the output is the same to the byte
for any number of jobs. ``work`` and what it answers have to be picklable.

A process is sent a batch when it has answered the last one, so no two ever wait for each other. It
ends when its pipe is closed, by us or by our end, and so outlives nobody.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Generic, NoReturn, TypeVar

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.progress import Progress
from acquire_cli.notation.reader import Cut, cut_games, read_cut
from acquire_cli.notation.record import Record

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from acquire_cli.notation.split import Piece

BATCH_BYTES = 1 << 19
BATCH_GAMES = 256
AHEAD = 2
"""So many full batches a process may be under way, or answered before their turn."""

START = "fork" if sys.platform == "linux" else "spawn"
"""How a process begins: where it is safe as a copy of this one, which takes no time."""

MOST = 60 if sys.platform == "win32" else 256
"""Processes: there, no more can be waited for at a time."""

Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", metavar="N", min=0, max=256, help="Processes; 0 is one a processor."
    ),
]

Item = TypeVar("Item", bound="Cut | Piece")
Answer = TypeVar("Answer")
Other = TypeVar("Other")


def games(
    environment: Environment,
    jobs: int,
    files: Sequence[str],
    work: Callable[[Record], Answer],
    cut: Callable[[BinaryIO], Iterator[Cut]] = cut_games,
) -> "Workers[Cut, Answer]":
    """What ``work`` answers to each record; its lines and its number are those of the file."""
    return Workers(environment, jobs, files, cut, Cut, partial(_read, work))


def _read(work: Callable[[Record], Answer], cut: Cut, file: str) -> Answer:
    return work(read_cut(cut, file))


def pieces(
    environment: Environment,
    jobs: int,
    files: Sequence[str],
    work: "Callable[[Piece, str], Answer]",
) -> "Workers[Piece, Answer]":
    """What ``work`` answers to each piece of a file, for whoever reads only part of it."""
    from acquire_cli.notation.split import Piece, split

    return Workers(environment, jobs, files, split, Piece, work)


class Workers(Generic[Item, Answer]):
    """Answers about what is cut from streams. Use as a context manager, around the output.

    While it is open, a run of more than a second shows on a terminal how far it has got.
    """

    def __init__(
        self,
        environment: Environment,
        jobs: int,
        files: Sequence[str],
        cut: Callable[[BinaryIO], Iterator[Item]],
        kind: type[Item],
        work: Callable[[Item, str], Answer],
    ) -> None:
        self.environment = environment
        self.jobs = min(jobs or environment.processors, MOST)
        self._cut = cut
        self._kind = kind
        self._work = work
        self._progress = Progress(environment, files)
        self._crew: list[_Worker[Answer]] = []

    def __enter__(self) -> "Workers[Item, Answer]":
        self._progress.begin()
        if self.jobs > 1:
            _employ(self._crew, self.jobs, self._kind, self._work)
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        for worker in self._crew:
            worker.pipe.close()
            worker.process.kill()  # it has nothing to lose
        for worker in self._crew:
            worker.process.join()
        self._progress.end()

    def of(self, stream: BinaryIO, file: str) -> Iterator[Answer]:
        """The answer to each game of a stream, in order; standard input is named so."""
        name = "<stdin>" if file == "-" else file
        if self._crew:
            return self.counted(self._shared(stream, name), stream)
        work = self._work
        return self.counted((work(item, name) for item in self._cut(stream)), stream)

    def counted(self, answers: Iterable[Other], stream: BinaryIO) -> Iterator[Other]:
        """Answers that come from elsewhere, a game each, counted like our own."""
        progress = self._progress
        progress.reads(stream)
        try:
            for answer in answers:
                progress.add()
                yield answer
        finally:
            progress.has_read()

    def _shared(self, stream: BinaryIO, name: str) -> Iterator[Answer]:
        """The answers of other processes.

        Whoever asks may have had enough at any time; what is under way then comes back to a batch
        that nobody looks at any more.
        """
        batches = _batches(self._cut(stream), name)
        broken: OSError | None = None
        waiting: deque[_Batch[Answer]] = deque()
        ready = next(batches, None)
        while ready is not None or waiting:
            room = sum(batch.size for batch in waiting) < AHEAD * self.jobs * BATCH_BYTES
            worker = self._idle() if ready is not None and (room or not waiting) else None
            if ready is not None and worker is not None:
                waiting.append(self._send(worker, ready))
                try:
                    ready = next(batches, None)
                except OSError as error:  # what came before is answered first
                    broken, ready = error, None
                continue
            done = bool(waiting) and waiting[0].answered
            if self._collect(wait=not done):
                continue  # there may be somebody to send to now
            batch = waiting.popleft()
            yield from batch.answers
            if batch.fault is not None:
                raise batch.fault
        if broken is not None:
            raise broken

    def _idle(self) -> "_Worker[Answer] | None":
        return next((worker for worker in self._crew if worker.batch is None), None)

    def _send(self, worker: "_Worker[Answer]", payload: bytes) -> "_Batch[Answer]":
        try:
            worker.pipe.send_bytes(payload)
        except OSError:
            self._lose(worker)
        worker.batch = _Batch(len(payload))
        return worker.batch

    def _collect(self, wait: bool) -> bool:
        """Take the answers that have come; whether there are any."""
        from multiprocessing.connection import wait as wait_for

        busy = {worker.pipe: worker for worker in self._crew if worker.batch is not None}
        found = wait_for(busy, None if wait else 0)
        for pipe, worker in busy.items():
            if pipe in found and worker.batch is not None:
                try:
                    worker.batch.answers, worker.batch.fault = pipe.recv()
                except (EOFError, OSError):
                    self._lose(worker)
                worker.batch.answered = True
                worker.batch = None
        return bool(found)

    def _lose(self, worker: "_Worker[Answer]") -> NoReturn:
        worker.process.join(1)
        if worker.process.is_alive():
            how = "answers no longer"
        else:
            code = worker.process.exitcode or 0
            how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        self.environment.say(f"one of {self.jobs} processes {how}; what it had to do is not done")
        raise typer.Exit(exits.FAULT)


class _Batch(Generic[Answer]):
    """Some games in a row that have been sent to a process, and in time its answers."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.answered = False
        self.answers: list[Answer] = []
        self.fault: Exception | None = None


class _Worker(Generic[Answer]):
    """A process, the pipe to it, and the batch it is at."""

    def __init__(self, process: "BaseProcess", pipe: "Connection") -> None:
        self.process = process
        self.pipe = pipe
        self.batch: _Batch[Answer] | None = None


def _batches(items: "Iterable[Cut | Piece]", file: str) -> Iterator[bytes]:
    """Items in batches, ready to be sent: what they hold is plain enough for the quickest way."""
    from marshal import dumps

    batch: list[tuple[object, ...]] = []
    size = 0
    try:
        for item in items:
            batch.append(tuple(item))
            size += len(item.raw)
            if size >= BATCH_BYTES or len(batch) >= BATCH_GAMES:
                yield dumps((file, batch))
                batch = []
                size = 0
    except OSError:
        if batch:
            yield dumps((file, batch))
        raise
    if batch:
        yield dumps((file, batch))


def _employ(
    crew: "list[_Worker[Answer]]",
    jobs: int,
    kind: type[Item],
    work: Callable[[Item, str], Answer],
) -> None:
    """Start processes; where the system has no more of them, fewer do the same."""
    import signal
    from multiprocessing import get_context

    context: Any = get_context(START)
    blocked = set()
    if hasattr(signal, "pthread_sigmask"):
        # Ctrl-C is for us alone: where it can be, it is blocked until the process ignores it.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            # What a forked process has of our ends would keep the others from seeing them closed.
            inherited = [*(worker.pipe for worker in crew), ours] if START == "fork" else []
            process = context.Process(
                target=_serve, args=(theirs, inherited, kind, work), daemon=True
            )
            process.start()
            theirs.close()
            crew.append(_Worker(process, ours))
    except OSError:
        return
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _serve(
    pipe: "Connection",
    inherited: "list[Connection]",
    kind: type[Item],
    work: Callable[[Item, str], Answer],
) -> None:
    """What a process does until its pipe is closed."""
    import signal
    from marshal import loads

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    try:
        while True:
            file, items = loads(pipe.recv_bytes())
            answers: list[Answer] = []
            fault: Exception | None = None
            try:
                for item in items:
                    answers.append(work(kind(*item), file))
            except Exception as error:
                fault = _portable(error)
            pipe.send((answers, fault))
    except (EOFError, OSError):
        return


def _portable(error: Exception) -> Exception:
    """An exception that can be sent, with its trace, which cannot, as a note."""
    import pickle
    from traceback import format_exception

    error.add_note("".join(format_exception(error)).rstrip("\n"))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        other = RuntimeError(f"{type(error).__name__}: {error}")
        other.add_note(error.__notes__[-1])
        return other
    return error
