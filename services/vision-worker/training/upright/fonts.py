"""Fonts by family, from Debian packages; some of each script are for evaluation only."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

from .scripts import ALL

FOLDER = Path("/usr/share/fonts")

Part = Literal["train", "choose", "report"]
Families = dict[Part, str]
# By use: what training shows, what the worker's margin is chosen on, and what the model card reports.
FAMILIES: dict[str, Families] = {
    "print": {
        "train": """LiberationSans LiberationSerif LiberationMono LiberationSansNarrow DejaVuSans DejaVuSerif
        DejaVuSansMono Carlito Caladea OpenSans Inconsolata LinLibertine LinBiolinum Cantarell GFSDidot Gentium
        Junicode Jura Hack NimbusRoman NimbusSans C059 P052 URWBookman URWGothic NimbusMonoPS AveriaSerif FreeSans
        FreeSerif FreeMono GoudyBookletter1911 OCRA OCRB Dustismo AccanthisADFStd GilliusADF UniversalisADFStd Fanwood
        Cabin EBGaramond NotoSans NotoSerif NotoSansDisplay Roboto Play""",
        "choose": "Lato Vollkorn PTM",
        "report": "Courier Karla Cardo",
    },
    "hand": {
        "train": """DancingScript Kristi femkeklaver ComicNeue TomsonTalks Isabella Ecolier Domestic_Manners Z003
        It_wasn_t_me""",
        "choose": "breipfont",
        "report": "Humor",
    },
    # Printers of receipts have few and plain ones.
    "thermal": {
        "train": "LiberationMono DejaVuSansMono NimbusMonoPS FreeMono OCRB Hack Inconsolata LiberationSansNarrow",
        "choose": "PTM",
        "report": "Courier",
    },
    "greek": {
        "train": """LiberationSans LiberationSerif DejaVuSans DejaVuSerif FreeSans FreeSerif NotoSans NotoSerif
        Carlito GFSDidot Roboto EBGaramond""",
        "choose": "GFSArtemisia Lato",
        "report": "GFSNeohellenic Cardo",
    },
    "cyrillic": {
        "train": """LiberationSans LiberationSerif DejaVuSans DejaVuSerif FreeSans FreeSerif NotoSans NotoSerif
        Carlito LiberationMono Roboto OpenSans EBGaramond""",
        "choose": "Lato PTM",
        "report": "PTS PTF Vollkorn",
    },
    "hebrew": {
        "train": """NotoSansHebrew NotoSerifHebrew DavidCLM HadasimCLM MiriamCLM NachlieliCLM KeterYG FreeSerif
        DejaVuSans LinLibertine_R""",
        "choose": "FrankRuehlCLM SimpleCLM",
        "report": "MiriamMonoCLM ShofarRegular SILEOT Cardo104s",
    },
    "arabic": {
        "train": """NotoNaskhArabic NotoKufiArabic NotoSansArabic NotoNastaliqUrdu KacstBook KacstOffice KacstNaskh
        KacstTitle KacstPoster KacstLetter DejaVuSans titr""",
        "choose": "Scheherazade nazli",
        "report": "Amiri homa KacstFarsi",
    },
    "devanagari": {
        "train": "NotoSansDevanagari NotoSerifDevanagari Lohit Gargi chandas1 Sarai samanata FreeSerif",
        "choose": "Samyak kalimati",
        "report": "nakula sahadeva FreeSans",
    },
    "han": {
        "train": "NotoSansCJK wqy DroidSansFallbackFull",
        "choose": "NotoSerifCJK",
        "report": "uming ukai",
    },
    "kana": {"train": "NotoSansCJK ipag ipam VL", "choose": "NotoSerifCJK", "report": "ipaexm uming"},
    "hangul": {
        "train": "NanumGothic NanumMyeongjo UnDotum UnGraphic UnDinaru NotoSansCJK",
        "choose": "UnBatang NanumBarunGothic",
        "report": "NanumSquareR UnGungseo UnPilgi",
    },
    "thai": {
        "train": "NotoSansThai NotoSerifThai NotoLoopedThai Garuda Loma Kinnari TlwgMono Purisa",
        "choose": "Norasi Waree",
        "report": "Sawasdee Laksaman Umpush",
    },
}
UNSEEN: dict[str, Families] = {
    name: {"choose": f"NotoSans{name.capitalize()}", "report": f"NotoSerif{name.capitalize()}"}
    for name in ("tamil", "bengali", "georgian", "armenian")
}

Fonts = dict[str, list[str]]


def find_fonts(folder: Path, part: Part) -> Fonts:
    """Files by use, of the families that are for this part."""
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in {".ttf", ".otf", ".ttc"})
    wanted = {use: families.get(part, "") for use, families in {**FAMILIES, **UNSEEN}.items()}
    return {use: _files_of(families.split(), files, _letters(use)) for use, families in wanted.items()}


def _letters(use: str) -> str:
    return "".join(ALL[use].common.split())[:6] if use in ALL else "aE"


def _files_of(families: list[str], files: list[Path], letters: str) -> list[str]:
    found = []
    for family in families:
        own = [path for path in files if path.stem.split("-")[0] == family]
        own = own or [path for path in files if path.stem.startswith(family)]
        own = [path for path in own if covers(str(path), letters)]
        if not own:
            raise FileNotFoundError(f"No font of family {family}; training/README.md lists the packages.")
        # The same number from each family, so that families with thirty styles do not dominate.
        found += [str(own[index * len(own) // 4]) for index in range(4)]
    return found


@lru_cache(maxsize=2000)
def covers(file: str, letters: str) -> bool:
    """Whether a font has all of these letters."""
    font = ImageFont.truetype(file, 24, layout_engine=ImageFont.Layout.BASIC)
    # A private letter, which no font has.
    missing = bytes(font.getmask("\U0010fffd"))
    return all(bytes(font.getmask(letter)) != missing for letter in letters)
