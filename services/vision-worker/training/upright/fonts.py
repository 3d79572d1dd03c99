"""Fonts by family, from Debian packages; the HELD_OUT families are for evaluation only."""

from pathlib import Path

FOLDER = Path("/usr/share/fonts")

PRINT = """LiberationSans LiberationSerif LiberationMono LiberationSansNarrow DejaVuSans DejaVuSerif DejaVuSansMono
Carlito Caladea OpenSans Inconsolata LinLibertine LinBiolinum Cantarell GFSDidot Gentium Junicode Jura
Hack NimbusRoman NimbusSans C059 P052 URWBookman URWGothic NimbusMonoPS AveriaSerif FreeSans FreeSerif
FreeMono GoudyBookletter1911 OCRA OCRB Dustismo AccanthisADFStd GilliusADF UniversalisADFStd Fanwood
Cabin EBGaramond NotoSans NotoSerif NotoSansDisplay Roboto Play""".split()
HAND = """DancingScript Kristi femkeklaver ComicNeue TomsonTalks Isabella Ecolier Domestic_Manners Z003
It_wasn_t_me""".split()
SCRIPTS = {
    "arabic": ["NotoNaskhArabic", "NotoKufiArabic", "NotoSansArabic"],
    "hebrew": ["NotoSansHebrew", "NotoSerifHebrew"],
    "devanagari": ["NotoSansDevanagari", "NotoSerifDevanagari"],
    "thai": ["NotoSansThai", "NotoSerifThai"],
    "han": ["DroidSansFallbackFull"],
    "kana": ["DroidSansFallbackFull"],
}
# Families known to contain Greek and Cyrillic letters.
WIDE = "LiberationSans LiberationSerif DejaVuSans DejaVuSerif FreeSans FreeSerif NotoSans NotoSerif Carlito".split()
HELD_OUT_PRINT = "Lato Vollkorn Courier Karla Cardo".split()
HELD_OUT_HAND = "breipfont Humor".split()

Fonts = dict[str, list[str]]


def find_fonts(folder: Path, held_out: bool) -> Fonts:
    """Files by use: print, hand, wide and each script; from the training families or the held-out ones."""
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in {".ttf", ".otf"})
    wanted = {
        "print": HELD_OUT_PRINT if held_out else PRINT,
        "hand": HELD_OUT_HAND if held_out else HAND,
        "wide": WIDE,
        **SCRIPTS,
    }
    return {use: _files_of(families, files) for use, families in wanted.items()}


def _files_of(families: list[str], files: list[Path]) -> list[str]:
    found = []
    for family in families:
        own = [path for path in files if path.stem.split("-")[0] == family]
        own = own or [path for path in files if path.stem.startswith(family)]
        if not own:
            raise FileNotFoundError(f"No font of family {family}; training/README.md lists the packages.")
        # The same number from each family, so that families with thirty styles do not dominate.
        found += [str(own[index * len(own) // 4]) for index in range(4)]
    return found
