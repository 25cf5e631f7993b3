"""The Comprehensive Rules: the publisher's file is read, stored beside the notes, and compared with
other editions.
"""
