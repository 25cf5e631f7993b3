"""Rulebinder: Magic: The Gathering release notes as a searchable, citable website.

Release notes are read, joined into a library, laid out as pages, and published. A stage knows
itself and the stages above it in this list, which is the only one (a test holds it):

    problems    what is wrong, as a value with a place
    system      files, locks, processes, terminals
    text        paragraphs as data: characters, symbols, emphasis, links, mentions
    notes       what one document says
    facts       what people write: YAML, languages, the catalogue, corrections
    reading     a document's bytes become release notes
    ledger      permanent numbers of rulings, and their files
    library     what the site knows
    joining     release notes become the library
    names       card names out of bulk files
    pages       one view and one template a kind of page; paths.py alone knows addresses
    templating  Jinja2 with the site's templates, and what a page may load
    pictures    preview pictures
    search      what can be found, and the index in which it is found
    publishing  the library becomes a website
    cli         the command, which alone prints and exits
"""
