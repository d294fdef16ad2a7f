"""The page in a real Chromium, served by the real command."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

# No test asserts how fast the page is, and five seconds, which Playwright waits, are too few for a busy machine.
expect.set_options(timeout=15_000)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium, and in CI the browser tests are not skipped")
        pytest.skip("there is no Chromium: apt-get install chromium fonts-noto-cjk")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def started(log: Path, *options: str, **environment: str) -> Iterator[tuple[str, int]]:
    """The page's address and process, served by the real command.

    The server must end on Ctrl-C with exit code 0 and without a traceback.
    """
    port = free_port()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORYLAKE_", "STREAMLIT_"))}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "playground.cli", "--no-browser", "--port", str(port), *options],
            stdout=output, stderr=subprocess.STDOUT, env=clean | environment, cwd=log.parent,
        )  # fmt: skip
    base = environment.get("STREAMLIT_SERVER_BASE_URL_PATH", "")
    url = f"http://127.0.0.1:{port}" + (f"/{base}" if base else "")
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()
            break
        except OSError:
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
    try:
        yield url, port
    except BaseException:
        process.kill()
        process.wait(15)
        raise
    process.send_signal(signal.SIGINT)
    assert process.wait(15) == 0, log.read_text()
    assert "Traceback" not in log.read_text(), log.read_text()
    assert "ERROR" not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page's address.

    `PLAYGROUND_URL` names one that runs already (`.ci/run` tests the installed wheel so).
    """
    if "PLAYGROUND_URL" in os.environ:
        yield os.environ["PLAYGROUND_URL"]
        return
    with started(tmp_path_factory.mktemp("playground") / "log") as (url, _port):
        yield url


@pytest.fixture
def page(chromium: Browser, playground: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """The build page, freshly opened; of a test that fails a screenshot is kept."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    opened.goto(playground)
    opened.locator(".st-key-request-code code").wait_for()
    yield opened
    assert opened.locator(".stException").count() == 0
    context.close()
