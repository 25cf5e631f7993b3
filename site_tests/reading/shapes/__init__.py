"""One invented document in many shapes: wrapped text, web pages, Word documents and PDFs."""
