"""The carrier board for a Pico or Pico 2: circuit, schematic, board, and what is made of them."""
