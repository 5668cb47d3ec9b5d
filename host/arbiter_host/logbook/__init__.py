"""Battles kept in a file, and what a file tells: verdict classes and times, never a piece."""
