"""The printed parts, from one file of dimensions."""
