"""Runs once at power-up, before USB is there."""

import usb_cdc

usb_cdc.enable(console=True, data=True)
