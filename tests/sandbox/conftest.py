import pytest
from sandbox.variants import Client

from playground.sandbox import server


@pytest.fixture(scope="session")
def sandbox():
    running = server.start(pace_seconds=0)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def client(sandbox):
    return Client(sandbox)


@pytest.fixture(scope="session")
def slow_client():
    """A sandbox whose agents never get past the first event by themselves."""
    running = server.start(pace_seconds=3600)
    yield Client(running)
    running.stop()
