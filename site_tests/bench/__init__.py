"""Measurements: how fast, how much memory, how often right. They print tables and assert nothing.

``python -m site_tests.bench`` makes them all, or those that are named: ``reading``, ``boundaries``, ``joining``, ``building``,
``replaying``, ``relevance``, ``searching``, ``growing``.
"""
