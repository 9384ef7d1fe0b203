"""Fuzz for a bounded time, guided by what is reached (atheris).

    python -m fuzz.run [TARGET ...] [--seconds 600] [--folder build/fuzz]

Each target runs in a process of its own, one after the other. What a run reached is kept in the
folder and taken up by the next one. An input that raises, takes longer than ten seconds, or makes
the process grow beyond a gigabyte is kept as FOLDER/TARGET-crash-*, and the exit code is 1.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST = {"records": 8_000, "sessions": 3_000, "json": 6_000, "rulesets": 4_000, "foreign": 30_000}


def child(target: str, arguments: list[str]) -> None:
    """The process that fuzzes one target."""
    import atheris

    with atheris.instrument_imports(include=["acquire_cli"]):
        from fuzz.targets import TARGETS

    atheris.Setup([target, *arguments], TARGETS[target])
    atheris.Fuzz()


def fuzz(target: str, seconds: int, folder: Path) -> dict[str, object]:
    """Run a target; its figures."""
    from fuzz.seeds import seeds

    corpus = folder / target
    corpus.mkdir(parents=True, exist_ok=True)
    for data in seeds(target):
        (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    known = set(folder.glob(f"{target}-*"))
    begun = time.monotonic()
    with (folder / f"{target}.log").open("wb") as log:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"from fuzz.run import child; import sys; child({target!r}, sys.argv[1:])",
                str(corpus),
                f"-max_total_time={seconds}",
                f"-max_len={MOST.get(target, 1_500)}",
                "-timeout=10",
                "-rss_limit_mb=1024",
                "-print_final_stats=1",
                f"-artifact_prefix={folder}/{target}-",
            ],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            check=False,
        )
    said = (folder / f"{target}.log").read_text(errors="replace")
    reached = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", said)
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", said))
    first, last = (reached[0], reached[-1]) if reached else (("0",) * 3, ("0",) * 3)
    return {
        "target": target,
        "seconds": round(time.monotonic() - begun),
        "runs": int(stats.get("number_of_executed_units", 0)),
        "reached at first": int(first[0]),
        "reached": int(last[0]),
        "corpus": int(last[2]),
        "memory": int(stats.get("peak_rss_mb", 0)),
        "code": done.returncode,
        "found": sorted(path.name for path in set(folder.glob(f"{target}-*")) - known),
    }


def main() -> int:
    from fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="fuzz", description="Fuzz for a bounded time.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=600, help="for each target")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz")
    asked = parser.parse_args()
    unknown = [target for target in asked.targets if target not in TARGETS]
    if unknown:
        parser.error(f"no target {unknown[0]}; there are {', '.join(TARGETS)}")
    try:
        import atheris  # noqa: F401
    except ImportError:
        parser.error("atheris is not installed: pip install --group fuzz")
    failed = False
    for target in asked.targets or TARGETS:
        figures = fuzz(target, asked.seconds, asked.folder)
        print(json.dumps(figures), flush=True)
        failed = failed or bool(figures["found"]) or figures["code"] != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
