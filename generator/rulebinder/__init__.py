"""Rulebinder: Magic: The Gathering release notes as a searchable, citable website.

Release notes are read, joined into a library, laid out as pages, and published. A stage knows
itself and the stages above it in this list, which is the only one (a test compares it):

    problems    problems as values, each with its place
    system      files, locks, processes, terminals
    text        paragraphs as data: characters, symbols, emphasis, links, mentions
    notes       the contents of one document
    facts       files that people write: YAML, languages, the catalogue, corrections
    rulebook    editions of the Comprehensive Rules, beside the notes
    reading     a document's bytes become release notes
    ledger      permanent numbers of rulings, and their files
    library     everything that the site knows
    joining     release notes become the library
    names       card names out of bulk files
    pages       one view and one template a kind of page; addresses.py alone knows addresses
    markdown    makes HTML of the Markdown of pages, and plain Markdown
    pictures    preview pictures
    search      records that readers can find, in files for the browser
    settings    what mkdocs.yml says, and whose site it is
    theme       what every page loads and shows: templates, styles, scripts, the policy
    site        a site as a value, and as a folder of files that hosts take
    outputs     all that a site publishes besides its pages
    plugin      the plugin of MkDocs, which reads and shows the generated pages
    publishing  a site is made by tasks, and published if it keeps its promises
    answering   answers out of the data of a built site, for assistants
    cli         the command, which alone prints and exits
"""
