"""Make text of files of every form: web pages, Word documents, PDFs, and text in any encoding."""
