"""Guides a person through what a box must learn of its pieces, and says when it is ready."""
