"""The MemoryLake A2A playground: build, see, send and understand A2A requests."""

__version__ = "0.1.0"
