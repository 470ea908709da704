"""Stands in for Python's ssl in the packaged program, which opens no connection and so needs no OpenSSL.

fpdf2 derives classes from those for HTTPS as it is loaded, and Python has them only where ``ssl`` can be imported.
"""
