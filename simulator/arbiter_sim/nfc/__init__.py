"""The PN532 of a slot: its field, the tags in it, and the frames on its bus."""
