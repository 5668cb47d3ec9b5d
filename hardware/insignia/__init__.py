"""The insignia that say what a piece is, as drawings of our own."""
