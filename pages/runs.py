"""Every run of the session: look at one, load its draft, take it along."""

from playground.ui import runs

runs.page()
