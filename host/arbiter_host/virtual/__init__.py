"""The simulated box on real serial ports: a pty and a TCP port, in real time or faster."""
