"""Wire requests as text that others run: one module a format, one table FORMATS."""
