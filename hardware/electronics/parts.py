"""The parts to buy: symbol, footprint, value, two makers' numbers, price class.

Price class, for one piece in small numbers: A under 0.10, B under 0.50, C under 2, D under 10 (in
EUR or USD, which is close enough here). The numbers are the makers' own; check a distributor's page
before an order, as makers do rename packings.
"""

from __future__ import annotations

from typing import NamedTuple


class Stock(NamedTuple):
    """What is bought under one line of the BOM."""

    symbol: str
    footprint: str
    value: str
    mpn: str
    second: str
    price: str
    note: str = ""


_R0805 = "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder"
_C0805 = "Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder"
_SOT23 = "Package_TO_SOT_SMD:SOT-23"


def _resistor(value: str, yageo: str, vishay: str) -> Stock:
    mpn, second = f"Yageo RC0805FR-07{yageo}L", f"Vishay CRCW0805{vishay}FKEA"
    return Stock("Device:R", _R0805, value, mpn, second, "A", "1 %")


def _capacitor(value: str, mpn: str, second: str, note: str) -> Stock:
    return Stock("Device:C", _C0805, value, mpn, second, "A", note)


def _xh(ways: int) -> Stock:
    footprint = f"Connector_JST:JST_XH_B{ways}B-XH-A_1x{ways:02d}_P2.50mm_Vertical"
    symbol = f"Connector_Generic:Conn_01x{ways:02d}"
    return Stock(symbol, footprint, f"XH {ways}-way", f"JST B{ways}B-XH-A(LF)(SN)", "", "B")


STOCK = {
    "pico": Stock(
        "MCU_Module:RaspberryPi_Pico",
        "Module:RaspberryPi_Pico_Common_THT",
        "Pico / Pico 2",
        "Raspberry Pi SC0915 (Pico)",
        "Raspberry Pi SC1631 (Pico 2)",
        "D",
        "with pin headers",
    ),
    "buffer": Stock(
        "74xGxx:74AHCT1G125",
        "Package_TO_SOT_SMD:SOT-23-5_HandSoldering",
        "74AHCT1G125",
        "TI SN74AHCT1G125DBVR",
        "Nexperia 74AHCT1G125GV,125",
        "B",
    ),
    "esd": Stock(
        "Power_Protection:USBLC6-4SC6",
        "Package_TO_SOT_SMD:SOT-23-6_Handsoldering",
        "USBLC6-4",
        "ST USBLC6-4SC6",
        "UMW USBLC6-4SC6",
        "B",
    ),
    "isolator": Stock(
        "Diode:BAT54C",  # the same pins: two anodes, cathode common
        _SOT23,
        "BAS70-05",
        "Nexperia BAS70-05,215",
        "Infineon BAS7005E6327HTSA1",
        "A",
        "leaks 0.1 uA at most; a BAT54C leaks 2 uA",
    ),
    "or-diode": Stock(
        "Diode:BAT54A",  # the same pins: two cathodes, anode common
        _SOT23,
        "BAS70-06",
        "Nexperia BAS70-06,215",
        "Infineon BAS7006E6327HTSA1",
        "A",
    ),
    "schottky": Stock(
        "Diode:SS14",
        "Diode_SMD:D_SMA_Handsoldering",
        "SS14",
        "onsemi SS14",
        "Vishay SS14-E3/61T",
        "B",
    ),
    "flyback": Stock(
        "Diode:1N4148W",
        "Diode_SMD:D_SOD-123",
        "1N4148W",
        "Diodes 1N4148W-7-F",
        "Vishay 1N4148W-E3-08",
        "A",
    ),
    "pmos": Stock(
        "Transistor_FET:AO3401A",
        _SOT23,
        "AO3401A",
        "Alpha & Omega AO3401A",
        "Diodes DMG2305UX-7",
        "B",
    ),
    "npn": Stock(
        "Transistor_BJT:MMBT3904",
        _SOT23,
        "MMBT3904",
        "onsemi MMBT3904LT1G",
        "Nexperia MMBT3904,215",
        "A",
    ),
    "network": Stock(
        "Device:R_Network08",
        "Resistor_THT:R_Array_SIP9",
        "8 x 10k",
        "Bourns 4609X-101-103LF",
        "CTS 77091103P",
        "B",
        "bussed, dot at pin 1",
    ),
    "fuse": Stock(
        "Device:Polyfuse",
        "Fuse:Fuse_1812_4532Metric_Pad1.30x3.40mm_HandSolder",
        "0.5 A",
        "Bourns MF-MSMF050-2",
        "Littelfuse 1812L050/15YR",
        "B",
        "resettable",
    ),
    "bulk": Stock(
        "Device:C_Polarized",
        "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm",
        "470u",
        "Panasonic EEU-FR1A471",
        "Rubycon 10ZLH470MEFC8X11.5",
        "B",
        "10 V, 8 mm",
    ),
    "slot": Stock(
        "Connector_Generic:Conn_02x05_Odd_Even",
        "Connector_IDC:IDC-Header_2x05_P2.54mm_Vertical",
        "box header 2x5",
        "Wuerth 61201021621",
        "Amphenol T821110A1S100CEU",
        "B",
        "10-way ribbon",
    ),
    "hole": Stock(
        "Mechanical:MountingHole",
        "MountingHole:MountingHole_3.2mm_M3",
        "M3",
        "M3 x 6 mm screw",
        "",
        "A",
    ),
    "xh2": _xh(2),
    "xh3": _xh(3),
    "xh4": _xh(4),
    "xh5": _xh(5),
    "330R": _resistor("330R", "330R", "330R"),
    "1k": _resistor("1k", "1K", "1K00"),
    "2k2": _resistor("2k2", "2K2", "2K20"),
    "4k7": _resistor("4k7", "4K7", "4K70"),
    "22k": _resistor("22k", "22K", "22K0"),
    "47k": _resistor("47k", "47K", "47K0"),
    "100k": _resistor("100k", "100K", "100K"),
    "220k": _resistor("220k", "220K", "220K"),
    "470k": _resistor("470k", "470K", "470K"),
    "1M": _resistor("1M", "1M", "1M00"),
    "10n": _capacitor("10n", "Yageo CC0805KRX7R9BB103", "Murata GRM216R71H103KA01D", "X7R 50 V"),
    "22n": _capacitor("22n", "Yageo CC0805KRX7R9BB223", "Murata GRM216R71H223KA01D", "X7R 50 V"),
    "100n": _capacitor("100n", "Yageo CC0805KRX7R9BB104", "Murata GRM21BR71H104KA01L", "X7R 50 V"),
    "1u": _capacitor("1u", "Samsung CL21B105KAFNNNE", "Murata GRM21BR71E105KA99L", "X7R 25 V"),
    "10u": _capacitor("10u", "Samsung CL21A106KOQNNNE", "Murata GRM21BR61C106KE15L", "X5R 16 V"),
}
