"""Calculations behind the circuit's values; ``python -m hardware.analysis`` runs them all."""
