"""One pin map: the board connects what the firmware uses, where it uses it, and no more."""

from __future__ import annotations

import ast
import csv
import tomllib
from pathlib import Path

import pytest

from arbiter.hw import pinout
from hardware.electronics import harness
from hardware.electronics.netlist import Netlist
from hardware.electronics.paths import FAB, OUT, ROOT
from hardware.electronics.pico import (
    ADC_VREF_PIN,
    AGND_PIN,
    GROUND_PINS,
    HEADER_PIN,
    V3V3_PIN,
    VSYS_PIN,
)
from hardware.electronics.placement import HEIGHT_MM, PLACES, WIDTH_MM

ADC_GPIOS = (26, 27, 28)


def firmware_pins() -> dict[int, str]:
    """Every GPIO of ``arbiter.hw.pinout``, whatever it will hold, and the name that it is under."""
    found = {}
    for name, value in vars(pinout).items():
        if name.isupper():
            for gpio in _flat(value):
                assert gpio not in found, f"GP{gpio} is both {found[gpio]} and {name}"
                found[gpio] = name
    return found


def _flat(value):
    return [value] if isinstance(value, int) else [gpio for part in value for gpio in _flat(part)]


def connected(netlist: Netlist) -> set[int]:
    gpio_of = {str(pin): gpio for gpio, pin in HEADER_PIN.items()}
    pins = {pin for pins in netlist.nets.values() for ref, pin in pins if ref == "U1"}
    return {gpio_of[pin] for pin in pins if pin in gpio_of}


def far_end(netlist: Netlist, gpio: int) -> set[tuple[str, str]]:
    """Connector pins that a GPIO reaches through resistors, diodes and the pixels' buffer."""
    seen, todo = set(), [netlist.net_of("U1", str(HEADER_PIN[gpio]))]
    through = {"U2": {"2": "4"}, "Q5": {"1": "3"}}
    while todo:
        net = todo.pop()
        for ref, pin in netlist.nets[net] - seen:
            seen.add((ref, pin))
            other = {"1": "2", "2": "1"}.get(pin)
            if ref in through:
                other = through[ref].get(pin)
            elif ref[0] == "D":
                other = "3" if pin == "1" else None
            elif ref[0] != "R" or ref.startswith("RN"):
                other = None
            if other:
                beyond = netlist.net_of(ref, other)
                if beyond not in ("GND", "VSYS", "VS", "+3V3", "ADC_VREF"):
                    todo.append(beyond)
    return {(ref, pin) for ref, pin in seen if ref[0] == "J"}


def test_the_board_connects_the_firmwares_pins_and_no_other(netlist):
    on_the_pico_itself = {pinout.VSYS}
    assert connected(netlist) == set(firmware_pins()) - on_the_pico_itself


def test_hold_is_pulled_up_and_drives_both_switches(netlist):
    on_hold = netlist.nets[netlist.net_of("U1", str(HEADER_PIN[pinout.HOLD]))]
    assert {("RN2", "9"), ("R7", "1"), ("R32", "1")} < on_hold
    assert netlist.net_of("RN2", "1") == "+3V3"


def test_supplies_and_grounds_of_the_pico(netlist):
    for pin in GROUND_PINS:
        assert netlist.net_of("U1", str(pin)) == "GND"
    rails = {V3V3_PIN: "+3V3", VSYS_PIN: "VSYS", ADC_VREF_PIN: "ADC_VREF", AGND_PIN: "AGND"}
    for pin, net in rails.items():
        assert netlist.net_of("U1", str(pin)) == net


def test_each_wire_of_the_wiring_table_reaches_its_pin(netlist):
    for wire in harness.carrier_wires():
        if wire.gpio is None:
            supply = {"ground": "GND", "common (ground)": "GND", "battery -": "GND"}
            supply |= {"battery +": "BAT+", "VPIX, supply": "VPIX"}
            net = supply.get(wire.signal, wire.signal.split(",")[0])
            assert netlist.net_of(wire.connector, str(wire.pin)) == net
        else:
            assert (wire.connector, str(wire.pin)) in far_end(netlist, wire.gpio), wire


def test_each_gpio_of_a_plug_reaches_one_pin_of_it(netlist):
    for wire in harness.carrier_wires():
        if wire.gpio is not None:
            assert far_end(netlist, wire.gpio) == {(wire.connector, str(wire.pin))}


def test_every_pin_of_every_plug_is_in_the_table(netlist):
    drawn = {(wire.connector, str(wire.pin)) for wire in harness.carrier_wires()}
    plugs = {(r, p) for pins in netlist.nets.values() for r, p in pins if r[0] == "J"}
    assert drawn == plugs


def test_the_buzzer_is_alone_on_its_pwm_slice():
    # RP2040 datasheet, 4.5.2: GPIO n is on slice n / 2, modulo 8. Others may share the buzzer's
    # slice as long as they make no PWM, and only the buzzer's driver does.
    used = [p for p in (ROOT / "firmware").rglob("*.py") if "pwmio" in p.read_text("utf-8")]
    assert [path.name for path in used] == ["buzzer.py"]
    sharing = {gpio for gpio in firmware_pins() if gpio // 2 % 8 == pinout.BUZZER // 2 % 8}
    assert sharing - {pinout.BUZZER} == {pinout.PIXELS, *pinout.NFC_RESETS}


def test_adc_pins_are_adc_pins(netlist):
    for gpio, side in zip(pinout.RESISTORS, ("RED", "BLUE"), strict=True):
        assert gpio in ADC_GPIOS
        assert netlist.net_of("U1", str(HEADER_PIN[gpio])) == f"RES_{side}"


def test_no_clamp_pulls_an_analog_line_below_its_reference(netlist):
    for side in ("RED", "BLUE"):
        clamps = [
            ref for ref, _ in netlist.nets[f"RES_{side}"] if ref in ("U3", "U4", "U5", "U6", "U7")
        ]
        assert [netlist.net_of(ref, "5") for ref in clamps] == ["+3V3"]


def test_every_line_of_a_slot_is_clamped_to_the_rail_that_is_always_on(netlist):
    for side in ("RED", "BLUE"):
        for number in range(1, 8):
            clamps = [r for r, _ in netlist.nets[f"{side}{number}_IN"] if r[0] == "U"]
            assert [netlist.net_of(ref, "5") for ref in clamps] == ["VS"]


def test_i2c_pins_are_a_pair_of_one_block():
    # RP2040 datasheet, table 2: SDA on even pins, SCL on odd; block by (GPIO / 2) modulo 2.
    for sda, scl in pinout.NFC_BUSES:
        assert (sda % 2, scl % 2) == (0, 1)
        assert sda // 2 % 2 == scl // 2 % 2
    assert len({sda // 2 % 2 for sda, _ in pinout.NFC_BUSES}) == 2


def test_no_pull_down_anywhere(netlist):
    # RP2350 erratum E9. On the board: no resistor from a contact's or the button's pin to ground.
    for gpio in (*pinout.RED, *pinout.BLUE, pinout.BUTTON):
        net = netlist.net_of("U1", str(HEADER_PIN[gpio]))
        for ref, pin in netlist.nets[net]:
            if ref[0] == "R" and not ref.startswith("RN"):
                assert netlist.net_of(ref, "2" if pin == "1" else "1") != "GND"
        networks = [ref for ref, _ in netlist.nets[net] if ref.startswith("RN")]
        assert [netlist.net_of(ref, "1") for ref in networks] == ["+3V3"]
    for path in (ROOT / "firmware").rglob("*.py"):
        names = [n.attr for n in ast.walk(ast.parse(path.read_text("utf-8"))) if _attribute(n)]
        assert "DOWN" not in names, path.name


def _attribute(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute)


def test_files_made_from_the_pin_map_are_fresh():
    assert (OUT / "wiring.md").read_text("utf-8") == harness.table(), (
        "run hardware.electronics.build"
    )
    assert (OUT / "harness.yml").read_text("utf-8") == harness.wireviz()


def test_the_box_is_told_the_boards_outline():
    outline = tomllib.loads((ROOT / "hardware" / "board_outline.toml").read_text("utf-8"))
    board = outline["board"]
    assert (board["along"], board["across"]) == (WIDTH_MM, HEIGHT_MM)
    inset = board["hole_inset"]
    ends = {(x, y) for x in (inset, WIDTH_MM - inset) for y in (inset, HEIGHT_MM - inset)}
    assert {PLACES[f"H{n}"][:2] for n in range(1, 5)} == ends
    # Pin rows of the Pico are 17.78 mm apart; the socket is half way.
    assert outline["usb"]["edge_centre"] == pytest.approx(PLACES["U1"][0] + 17.78 / 2, abs=0.01)


def test_fabrication_files_are_complete():
    names = {path.name for path in Path(FAB).iterdir()}
    layers = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs", "F_Silkscreen.gto")
    wanted = {f"carrier-{layer}" for layer in (*layers, "Edge_Cuts.gm1", "F_Paste.gtp")}
    assert wanted | {"carrier.drl", "carrier-pos.csv", "bom.csv"} <= names


def test_the_position_file_lists_every_part(netlist):
    with (FAB / "carrier-pos.csv").open(encoding="utf-8") as file:
        placed = {row["Ref"] for row in csv.DictReader(file)}
    assert {ref for ref in netlist.components if not ref.startswith("H")} <= placed | {"U1"}
