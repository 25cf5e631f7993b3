"""What the published data is, for programs: its schemas, its description as an API, and the digests
of all files.
"""
