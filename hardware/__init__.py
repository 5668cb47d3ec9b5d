"""What is needed to build the box: electronics, printed parts, sheets and their checks."""
