"""Stands in for Python's mocks in the packaged program: fpdf2 names one for signing a PDF, and no sheet is signed."""

patch = None
