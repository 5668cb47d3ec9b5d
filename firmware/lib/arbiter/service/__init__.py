"""Service mode: the box open to a person who held the button at power-up. Play loads none of it.

Each part answers some requests: its ``answers`` give, by the request's name, a function from the
message to the fields of the reply, which raises Refused if it cannot be met.
"""
