"""Build a request, see it change, send it, watch what comes back."""

from playground.ui import build

build.page()
