"""The request as a curl command for bash and zsh, in the house style of MemoryLake's documents.

The body that curl sends equals the shown one byte for byte: single quotes, `--data-raw` (a body that begins with
`@` is no file name), and standard input where one argument would be too long.
"""

import re
import shlex

from playground.model.base64text import encoded
from playground.model.request import KEY_VARIABLE, WireRequest
from playground.snippet.format import Format

# Linux refuses a longer single argument (MAX_ARG_STRLEN, 128 KiB, with its closing NUL).
LONGEST_ARGUMENT = 131_071
# A script may hold them (but for NUL), a terminal that the command is pasted into changes or obeys them. Our JSON has
# none: they are escaped in it.
_LOST_IN_TERMINALS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# Above this curl asks first (`Expect: 100-continue`) and waits for a server that may not answer.
_EXPECTS_ABOVE = 1_000_000


def render(request: WireRequest) -> str:
    """One command over several lines; the key comes from the environment."""
    options = ["-N"] if request.streams else []
    words = ["curl", *options, "-g", "-X", _word(request.method), _quoted(request.url)]
    lines = [" ".join(words)]
    lines += [f"  -H {_header(name, value)}" for name, value in request.headers]
    if request.body is None:
        return " \\\n".join(lines)
    if request.header("Content-Type") is None:
        lines.append("  -H 'Content-Type:'")  # else curl adds a form's
    if len(request.body) > _EXPECTS_ABOVE and request.header("Expect") is None:
        lines.append("  -H 'Expect:'")
    text = request.body_text
    as_text = text is not None and not _LOST_IN_TERMINALS.search(text)
    if text is not None and as_text and len(request.body) <= LONGEST_ARGUMENT:
        lines.append(f"  --data-raw {_quoted(text)}")
        return " \\\n".join(lines)
    if text is None or not as_text:
        source = f"printf '%s' {_quoted(encoded(request.body))} | base64 -d"
    else:
        source = f"printf '%s' {_quoted(text)}"
    lines.append("  --data-binary @-")
    return f"{source} |\n" + " \\\n".join(lines)


def _word(text: str) -> str:
    """A word that needs quotes only if it is unusual."""
    return shlex.quote(text)


def _quoted(text: str) -> str:
    """Single quotes always, as the documents have them: nothing inside is special to bash or zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _header(name: str, value: str) -> str:
    """One `-H` argument; the key's variable is the only thing that the shell may fill in."""
    if not value.strip():
        # `Name:` would remove the header; `Name;` sends it without a value.
        return _quoted(f"{name};")
    line = f"{name}: {value}"
    if name.lower() != "authorization" or KEY_VARIABLE not in value:
        return _latin1(line)
    words, _, behind = line.partition(KEY_VARIABLE)
    if not behind and words.isascii() and words.replace(" ", "").replace(":", "").isalnum():
        return f'"{line}"'
    return f'"{KEY_VARIABLE}"'.join(_latin1(piece) if piece else "" for piece in line.split(KEY_VARIABLE))


def _latin1(text: str) -> str:
    """A piece of a header, quoted so that its bytes are Latin-1, as the client sends them."""
    return _quoted(text) if text.isascii() else "$'" + "".join(_ansi_c(char) for char in text) + "'"


def _ansi_c(char: str) -> str:
    """A character in `$'...'`. Header values leave as Latin-1, so a terminal's UTF-8 would be other bytes."""
    if char in "'\\":
        return f"\\{char}"
    if char.isascii() and char.isprintable():
        return char
    # Above Latin-1 there is nothing that a header could carry; such a request is refused and only looked at.
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\U{ord(char):08x}"


FORMAT = Format("curl", "curl", "bash", "sh", render)
