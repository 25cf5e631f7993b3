"""Documents of word processors as web pages: Word, OpenDocument and RTF."""
