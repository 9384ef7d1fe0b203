"""The completion script for fish: one `complete` a word, under the command it belongs to."""

from collections.abc import Iterator

from acquire_cli.commands.completing import Kind, Node, Word

HEAD = r"""# fish completion of acquire. In config.fish: acquire completions fish | source

# Whether the words before the cursor lead to this command.
function __acquire_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l path
    for word in $words
        string match -q -- '-*' $word; and continue
        if contains -- (string join ' ' $path $word) $__acquire_commands
            set path $path $word
        else
            break
        end
    end
    test "$path" = "$argv"
end

# The handles in the records that stand on the line, else in those of this folder.
function __acquire_handles
    set -l files
    for word in (commandline -op)[2..-1]
        test -f $word; and set files $files $word
    end
    if test (count $files) -eq 0
        set files *.acq
        test (count $files) -gt 50; and set files $files[1..50]
    end
    test (count $files) -gt 0; or return
    head -q -n 5000 -- $files 2>/dev/null |
        LC_ALL=C sed -n 's/^[Pp][Ll][Aa][Yy][Ee][Rr][Ss]://p' |
        LC_ALL=C tr 'A-Z,' 'a-z ' | LC_ALL=C tr -cd 'a-z0-9_ \n' | string split ' ' -n | sort -u
end

complete -c acquire -e
complete -c acquire -f
"""


def fish(root: Node) -> str:
    """The script."""
    nodes = list(root.nodes())
    paths = " ".join(_quoted(" ".join(node.path)) for node in nodes if node.path)
    lines = [HEAD + f"set -g __acquire_commands {paths}", ""]
    for node in nodes:
        lines += _lines(node)
    return "\n".join(lines) + "\n"


def _lines(node: Node) -> Iterator[str]:
    here = f"complete -c acquire -n {_quoted(' '.join(('__acquire_at', *node.path)))}"
    for child in node.children:
        yield f"{here} -a {child.path[-1]} -d {_quoted(child.help)}"
    for option in node.options:
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
        )
        needs = "" if option.kind is Kind.FLAG else " -r" + _action(option)
        yield f"{here} {names}{needs} -d {_quoted(option.help)}"
    for argument in node.arguments:
        if argument.kind is not Kind.FREE:
            yield f"{here}{_action(argument)}"


def _action(word: Word) -> str:
    words = " ".join(word.words)
    return {
        Kind.WORDS: f" -f -a {_quoted(words)}",
        Kind.RECORDS: " -k -f -a '(__fish_complete_suffix .acq)'",
        Kind.RULESET: f" -k -f -a {_quoted('(__fish_complete_suffix .toml) ' + words)}",
        Kind.TOML: " -k -f -a '(__fish_complete_suffix .toml)'",
        Kind.HANDLES: f" -f -a {_quoted(words + ' (__acquire_handles)')}",
        Kind.FILES: " -F",
        Kind.FREE: " -f",
        Kind.FLAG: "",
    }[word.kind]


def _quoted(text: str) -> str:
    """A word in fish's single quotes, where backslash and quote are escaped."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
