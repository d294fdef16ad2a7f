"""An embedded server that behaves like MemoryLake's A2A endpoint, for trying requests out without a key or a network.

Importing this package imports nothing of it: the SDK behind ``playground.sandbox.server`` is slow to load.
"""
