"""The edge: everything that touches the board. No module here knows a rank."""
