"""Documents of word processors as web pages: Word and OpenDocument."""
