"""What the playground is, in a minute."""

from playground.ui import about

about.page()
