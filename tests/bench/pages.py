"""Pages in a Chromium: ours and a minimal one, each served by a process of its own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
HOLD = 100
_MINIMAL = Path(__file__).resolve().parent / "minimal"

# The text of an element, whatever shadow roots it is in.
DEEP = """
const deepText = (node) => node.nodeType === 3 ? node.data
  : [...(node.shadowRoot ?? node).childNodes].map((inner) => inner.tagName === "STYLE" ? "" : deepText(inner)).join("");
const watch = (node, heard) => {
  const observer = new MutationObserver(() => { heard(); follow(node); });
  const seen = new Set();
  const follow = (root) => {
    if (!seen.has(root)) observer.observe(root, { subtree: true, childList: true, characterData: true });
    seen.add(root);
    for (const inner of root.querySelectorAll("*")) if (inner.shadowRoot) follow(inner.shadowRoot);
  };
  follow(node);
  return observer;
};
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def playground(port: int) -> list[str]:
    return [sys.executable, "-m", "playground.cli", "--no-browser", "--port", str(port)]


def minimal(port: int) -> list[str]:
    return [
        sys.executable, "-m", "streamlit", "run", str(_MINIMAL / "page.py"), "--server.port", str(port),
        "--server.headless", "true", "--server.address", "127.0.0.1", "--browser.gatherUsageStats", "false",
    ]  # fmt: skip


def bare(port: int) -> list[str]:
    return [sys.executable, str(_MINIMAL / "socket_page.py"), str(port)]


@contextmanager
def process(arguments: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A server, ended with Ctrl-C. What it says goes to a file that is shown when something fails."""
    environment = {
        name: text for name, text in os.environ.items() if not name.startswith(("MEMORYLAKE_", "STREAMLIT_"))
    }
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+b") as log:
        running = subprocess.Popen(
            arguments, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment, cwd=folder
        )
        try:
            yield running
        except BaseException:
            log.seek(0)
            print(log.read().decode(errors="replace"), file=sys.stderr)
            raise
        finally:
            running.send_signal(signal.SIGINT)
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


@contextmanager
def served(command: Callable[[int], list[str]]) -> Iterator[str]:
    """The address of a server that answers."""
    port = free_port()
    with process(command(port)) as running:
        url = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()
                break
            except OSError as problem:
                if running.poll() is not None:
                    raise RuntimeError("the server ended") from problem
                time.sleep(0.1)
        yield url


@contextmanager
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    if path is None:
        raise SystemExit("these rows need Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def opened(browser: Browser, url: str) -> Page:
    """The page, quiet: its first drawing is over."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(60_000)
    page.goto(url)
    page.locator(".st-key-request-code code").first.wait_for()
    page.wait_for_timeout(1500)
    return page
