"""The completion script for zsh: `_arguments` for every command."""

from collections.abc import Iterator
from shlex import quote

from acquire_cli.commands.completing import Kind, Node, Word

HEAD = r"""#compdef acquire
# zsh completion of acquire. In ~/.zshrc, below compinit: eval "$(acquire completions zsh)"

# The handles in the records that stand on the line, else in those of this folder.
_acquire_handles() {
  emulate -L zsh
  local -a files handles
  files=(${(Q)words})
  files=(${^files}(N.))
  (( $#files )) || files=(*.acq(N.[1,50]))
  (( $#files )) && handles=(${=${(L)"$(head -q -n 5000 -- $files 2>/dev/null |
    LC_ALL=C sed -n 's/^[Pp][Ll][Aa][Yy][Ee][Rr][Ss]://p' |
    LC_ALL=C tr ',' ' ' | LC_ALL=C tr -cd 'A-Za-z0-9_ \n')"}})
  handles+=($*)
  compadd -- ${(u)handles}
}

_acquire_records() { _files -g '*.(#i)acq(-.)' }
_acquire_tomls() { _files -g '*.toml(-.)' }
_acquire_rulesets() { _alternative "names:ruleset:($*)" 'files:file:_acquire_tomls' }
"""

TAIL = r"""
if [[ $funcstack[1] == _acquire ]]; then
  _acquire "$@"
elif (( $+functions[compdef] )); then
  compdef _acquire acquire
fi
"""


def zsh(root: Node) -> str:
    """The script."""
    return HEAD + "\n" + "\n\n".join(_function(node) for node in root.nodes()) + "\n" + TAIL


def _name(node: Node) -> str:
    return "_".join(("_acquire", *(part.replace("-", "_") for part in node.path)))


def _function(node: Node) -> str:
    """The function of a command: its own words, or its commands and on to theirs."""
    specs = [spec for option in node.options for spec in _option(option)]
    lines = [f"{_name(node)}() {{"]
    if node.children:
        lines.append('  local curcontext="$curcontext" state ret=1')
        lines.append("  local -a line commands")
        specs += ["'1: :->command'", "'*:: :->rest'"]
    else:
        for number, argument in enumerate(node.arguments, 1):
            specs.append(_argument(argument, number))
    flags = "-C -s -S" if node.children else "-s -S"
    lines.append(f"  _arguments {flags} \\\n    " + " \\\n    ".join(specs))
    if node.children:
        lines[-1] += " && ret=0"
        listed = "\n      ".join(
            quote(f"{child.path[-1]}:{child.help.replace(':', chr(92) + ':')}")
            for child in node.children
        )
        lines += [
            "  case $state in",
            f"    command)\n      commands=(\n      {listed}\n      )",
            "      _describe 'command' commands && ret=0 ;;",
            "    rest)",
            '      curcontext="${curcontext%:*}-$line[1]:"',
            "      case $line[1] in",
            *(f"        {child.path[-1]}) {_name(child)} && ret=0 ;;" for child in node.children),
            "      esac ;;",
            "  esac",
            "  return ret",
        ]
    lines.append("}")
    return "\n".join(lines)


def _option(option: Word) -> Iterator[str]:
    """One spec a name; the names of an option exclude each other unless it can be repeated."""
    about = _escaped(option.help)
    for name in option.names:
        if option.many:
            rule = "*"
        elif option.names == ("-h", "--help") or name == "--version":
            rule = "(- *)"
        else:
            rule = f"({' '.join(option.names)})"
        if option.kind is Kind.FLAG:
            yield quote(f"{rule}{name}[{about}]")
        else:
            sign = "=" if name.startswith("--") else "+"
            yield quote(f"{rule}{name}{sign}[{about}]:{_escaped(option.title)}:{_action(option)}")


def _argument(argument: Word, number: int) -> str:
    place = "*" if argument.many else str(number)
    return quote(f"{place}:{_escaped(argument.title)}:{_action(argument)}")


def _action(word: Word) -> str:
    words = " ".join(word.words)
    return {
        Kind.WORDS: f"({words})",
        Kind.RECORDS: "_acquire_records",
        # After a space the words are passed on as they are, with none of zsh's own among them.
        Kind.RULESET: f" _acquire_rulesets {words}",
        Kind.TOML: "_acquire_tomls",
        Kind.HANDLES: f" _acquire_handles {words}",
        Kind.FILES: "_files",
        Kind.FREE: " ",
    }[word.kind]


def _escaped(text: str) -> str:
    for sign in "\\:[]":
        text = text.replace(sign, "\\" + sign)
    return text
