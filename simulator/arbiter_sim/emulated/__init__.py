"""The same firmware on real CircuitPython, in an emulated RP2040: the slow judge of the simulator.

    python -m arbiter_sim.emulated tie.scenario --circuitpython-uf2 FILE
    python -m arbiter_sim.emulated --figures --circuitpython-uf2 FILE

Needs the extra packages of `generals-arbiter[emulated]` and a CircuitPython image of your own. The
chip's peripherals are rp2040py's; a C compiler makes it a hundred times faster.

What it leaves out: misses of the flash cache (a real board is somewhat slower), noise, core 1, USB
suspend, and a computer that mounts the drive.
"""
