"""The user's computer: the command `generals-arbiter`."""
