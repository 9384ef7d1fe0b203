"""The completion script for bash, from 3.2 on and without any other package."""

from collections.abc import Iterator
from shlex import quote

from acquire_cli.commands.completing import Kind, Node, Word

HEAD = r"""# bash completion of acquire. In ~/.bashrc: eval "$(acquire completions bash)"

# The handles in the records that stand on the line, else in those of this folder. Nothing but the
# signs of a handle comes through: what a record says is never expanded.
_acquire_handles() {
    local file
    for file in "${words[@]:1}"; do
        file=${file//\\/}
        file=${file#[\"\']}
        file=${file%[\"\']}
        [[ -f $file ]] && head -n 5000 -- "$file" 2>/dev/null
    done | LC_ALL=C sed -n 's/^[Pp][Ll][Aa][Yy][Ee][Rr][Ss]://p' |
        LC_ALL=C tr 'A-Z,' 'a-z ' | LC_ALL=C tr -cd 'a-z0-9_ \n'
}

_acquire_files() {
    local found
    while IFS= read -r found; do
        full+=("$1$found")
    done < <(compgen -d -- "$3"; [[ $2 ]] && compgen -f -X "!$2" -- "$3")
    names=1
}

_acquire() {
    local -a words full
    local i piece glue= cword=0 path= count=0 want= before= value kind= list= cur shown names= word
    words=()
    full=()
    COMPREPLY=()
    # bash takes words apart at = and :, here they are put together again.
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        piece=${COMP_WORDS[i]}
        if [[ ${#words[@]} -gt 0 && ( $glue || $piece == [=:]* ) ]]; then
            words[${#words[@]} - 1]+=$piece
        else
            words+=("$piece")
        fi
        glue=
        [[ $piece == *[=:] ]] && glue=1
        if ((i == COMP_CWORD)); then
            cword=$((${#words[@]} - 1))
            shown=$piece
            [[ $shown == [=:] ]] && shown=
        fi
    done
    cur=${words[cword]}
    local bare=
    for ((i = 1; i < cword; i++)); do
        word=${words[i]}
        if [[ $want ]]; then
            want=
        elif [[ $word == -- && ! $bare ]]; then
            bare=1
        elif [[ ! $bare && $word == -?* ]]; then
            _acquire_takes "$path $word" && want=$word
        elif _acquire_below "$path $word"; then
            path="$path $word"
        else
            count=$((count + 1))
        fi
    done
    value=$cur
    if [[ ! $want && ! $bare && $cur == --*=* ]]; then
        want=${cur%%=*}
        before=$want=
        value=${cur#*=}
    fi
    if [[ $want ]]; then
        _acquire_word "$path $want"
    elif [[ ! $bare && $cur == -* ]]; then
        _acquire_options "$path"
    else
        _acquire_word "$path $((count + 1))"
    fi
    value=${value//\\/}
    value=${value#[\"\']}
    case $kind in
        records) _acquire_files "$before" '*.[aA][cC][qQ]' "$value" ;;
        toml | ruleset) _acquire_files "$before" '*.toml' "$value" ;;
        files) _acquire_files "$before" '*' "$value" ;;
        handles)
            list="$list $(_acquire_handles)"
            [[ $list == *' '[a-z]* ]] ||
                list="$list $(words=(x *.acq); words=("${words[@]:0:51}"); _acquire_handles)" ;;
    esac
    while IFS= read -r word; do
        [[ $word ]] && full+=("$before$word")
    done < <([[ $list ]] && compgen -W "$list" -- "$value" | sort -u)
    # Only the piece at the cursor is replaced.
    piece=${cur%"$shown"}
    for word in ${full[@]+"${full[@]}"}; do
        COMPREPLY+=("${word#"$piece"}")
    done
    if [[ $names ]]; then
        compopt -o filenames 2>/dev/null
    elif [[ ${#full[@]} -gt 0 && ${full[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
    return 0
}
"""

TAIL = "\ncomplete -F _acquire acquire\n"


def bash(root: Node) -> str:
    """The script."""
    nodes = list(root.nodes())
    parts = [
        HEAD,
        *_function("_acquire_below", _below(nodes)),
        *_function("_acquire_takes", _takes(nodes)),
        *_function("_acquire_options", _options(nodes)),
        *_function("_acquire_word", _words(nodes)),
    ]
    return "\n".join(parts) + TAIL


def _function(name: str, cases: Iterator[str]) -> Iterator[str]:
    yield f"{name}() {{\n    case $1 in"
    yield from (f"        {case} ;;" for case in cases)
    if name in ("_acquire_below", "_acquire_takes"):
        yield "        *) return 1 ;;"
    yield "    esac\n}\n"


def _place(node: Node, *words: str) -> str:
    """How the script calls a word of a command: each word of the path behind a blank."""
    return quote("".join(" " + word for word in (*node.path, *words)))


def _below(nodes: list[Node]) -> Iterator[str]:
    """The commands."""
    yield "|".join(_place(node) for node in nodes if node.path) + ") return 0"


def _takes(nodes: list[Node]) -> Iterator[str]:
    """The options behind which a word stands."""
    for node in nodes:
        places = [
            _place(node, name)
            for option in node.options
            if option.kind is not Kind.FLAG
            for name in option.names
        ]
        if places:
            yield "|".join(places) + ") return 0"


def _options(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        names = " ".join(name for option in node.options for name in option.names)
        yield f"{_place(node) if node.path else chr(39) * 2}) list={quote(names)}"


def _words(nodes: list[Node]) -> Iterator[str]:
    """What stands behind an option, and what each argument is."""
    for node in nodes:
        if node.children:
            names = " ".join(child.path[-1] for child in node.children)
            yield f"{_place(node, '1')}) list={quote(names)}"
        for option in node.options:
            if option.kind not in (Kind.FLAG, Kind.FREE):
                yield "|".join(_place(node, n) for n in option.names) + ") " + _set(option)
        for number, argument in enumerate(node.arguments, 1):
            place = f"{_place(node)}' '[0-9]*" if argument.many else _place(node, str(number))
            yield f"{place}) {_set(argument)}"


def _set(word: Word) -> str:
    listed = f"; list={quote(' '.join(word.words))}" if word.words else ""
    return f"kind={word.kind.value}{listed}"
