"""The only code that opens a socket to a target: requests and sseclient-py."""
