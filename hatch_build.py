"""Puts the data that lives beside the package into the wheel, and compiles the engine.

The standard (`notation/`) and the recorded games (`games/`) belong to the project, not to Python,
so they stand at the top of the repository; an installed program finds copies in
`acquire_cli/data`. Man pages are picked up by their section, so that a new page needs no line
here. An editable install takes none of it: there the originals are beside the package and copies
would go stale.

Where a C compiler is at hand, the engine and the reader are compiled with mypyc from the same
typed Python; each extension stands beside its `.py`, which Python then passes over. Without a
compiler, with `ACQUIRE_PURE=1`, or when anything goes wrong, the wheel is pure Python and the
build log says why in one line.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "acquire_cli"
DATA = ("notation", "games")

COMPILED = (
    "engine/*.py",
    "notation/findings.py",
    "notation/lexer.py",
    "notation/parse.py",
    "notation/reader.py",
    "notation/record.py",
    "notation/resolve.py",
    "notation/turn.py",
    "notation/writer.py",
    "records/canon.py",
    "records/game.py",
    "records/replay.py",
)
"""What pays: every decision of the engine and every line of a record passes through these."""

# mypyc is part of mypy; setuptools knows how to call the compiler.
COMPILING = ("mypy>=1.18,<3", "setuptools>=65")

FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden"]

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

class Build(build_ext):
    def build_extensions(self):
        # Nobody replaces a function inside the library, so its calls may go straight there.
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args += {flags!r}
        super().build_extensions()

setup(
    name="compiled",
    packages=[],
    cmdclass={{"build_ext": Build}},
    ext_modules=mypycify(
        ["--config-file=", "--ignore-missing-imports", *{files!r}],
        opt_level="3",
        debug_level="0",
        group_name={group!r},
    ),
)
"""


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        # Asked before anything is known of the build but the name of the question.
        editable = "get_requires_for_build_editable" in sys.argv
        wanted = self.target_name == "wheel" and not editable and not why_pure()
        return list(COMPILING) if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        for folder in DATA:
            if not (root / folder).is_dir():
                raise FileNotFoundError(f"{folder}/ is missing; the wheel would ship without it")
            build_data["force_include"][str(root / folder)] = f"{PACKAGE}/data/{folder}"
        for page in sorted((root / "man").glob("*.[1-9]")):
            build_data["shared_data"][str(page)] = f"share/man/man{page.suffix[1:]}/{page.name}"
        why = why_pure()
        if not why:
            # Kept until the wheel is written; it goes with this object.
            self.scratch = TemporaryDirectory(ignore_cleanup_errors=True)
            why = compile_into(Path(self.scratch.name), root)
        if why:
            self.app.display_info(f"pure Python wheel: {why}")
            return
        built = Path(self.scratch.name)
        for extension in sorted(built.rglob("*.so")) + sorted(built.rglob("*.pyd")):
            inside = extension.relative_to(built)
            if inside.parts[0] == PACKAGE:
                build_data["force_include"][str(extension)] = str(inside)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        scratch = getattr(self, "scratch", None)
        if scratch is not None:
            scratch.cleanup()


def why_pure() -> str:
    """Why nothing is to be compiled here; empty where it is worth a try."""
    if os.environ.get("ACQUIRE_PURE", "") not in ("", "0"):
        return "ACQUIRE_PURE is set"
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, this is {sys.implementation.name}"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "mypyc compiles for a CPython with its global lock"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "the headers of Python are not installed"
    if not has_compiler():
        return "no C compiler"
    return ""


def has_compiler() -> bool:
    """Whether setuptools would find a C compiler."""
    if os.name == "nt":
        programs = Path(os.environ.get("PROGRAMFILES(X86)", ""))
        finder = programs / "Microsoft Visual Studio" / "Installer" / "vswhere.exe"
        return shutil.which("cl") is not None or finder.is_file()
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    words = shlex.split(command)
    return bool(words) and shutil.which(words[0]) is not None


def compile_into(folder: Path, root: Path) -> str:
    """Compile a copy of the package in ``folder``; why it could not be done, or nothing."""
    shutil.copytree(root / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("*.so"))
    files = [
        str(path.relative_to(folder))
        for pattern in COMPILED
        for path in sorted((folder / PACKAGE).glob(pattern))
        if path.name != "__init__.py"
    ]
    setup = folder / "setup.py"
    text = SETUP.format(files=files, group=f"{PACKAGE}.compiled", flags=FLAGS)
    setup.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, setup.name, "-q", "build_ext", "--inplace"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except OSError as error:
        return f"compiling could not begin: {error.strerror}"
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        return f"compiling failed: {said[-1].strip() if said else done.returncode}"
    if not list((folder / PACKAGE).rglob("state.*.*")):
        return "compiling made no extension"
    return ""
