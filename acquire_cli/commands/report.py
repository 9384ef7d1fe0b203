"""Findings on standard error, for commands whose output is something else."""

from collections.abc import Iterable

from acquire_cli.commands.environment import Environment
from acquire_cli.notation.findings import Finding


def report(environment: Environment, found: Iterable[Finding]) -> None:
    """Show findings with their place, as `validate` writes them."""
    from acquire_cli.display.findings import finding_text

    for finding in found:
        environment.show(finding_text(finding, False, environment.message_columns).rstrip("\n"))
