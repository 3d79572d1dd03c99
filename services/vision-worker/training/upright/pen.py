"""What writes on a page: a font, a language, an ink, and lines of text set from their own side."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

from .fonts import Fonts, covers
from .scripts import ALL, SCRIPTS
from .words import Rng, phrase

LANGUAGES = ["fr"] * 8 + ["en"] * 6 + ["de"] * 3 + ["es", "it", "pt", "nl", "pl"]

Box = tuple[float, float, float, float]
Font = ImageFont.FreeTypeFont


@dataclass
class Pen:
    """A page in the making and the style of its writing; sizes in pixels of the page."""

    draw: ImageDraw.ImageDraw
    rng: Rng
    fonts: Fonts
    em: float
    use: str
    # The script of the page, or none for Latin; parts of the page may be in another.
    script: str | None
    caps: bool
    span: tuple[float, float] = (0, 0)
    language: str = "fr"
    file: str = ""
    plain: str = ""
    ink: int = 0

    def font(self, scale: float = 1.0) -> Font:
        return font_of(self.file, max(7, round(self.em * scale)), self.shaped)

    @property
    def shaped(self) -> bool:
        return self.language in ALL and (ALL[self.language].shaped or ALL[self.language].leftward)

    @property
    def latin(self) -> bool:
        return self.language not in ALL

    @property
    def leftward(self) -> bool:
        return self.language in ALL and ALL[self.language].leftward

    @property
    def unspaced(self) -> bool:
        return self.language in ALL and ALL[self.language].unspaced

    @property
    def space(self) -> str:
        return "" if self.unspaced else " "

    def words(self, count: int, caps: bool = False) -> list[str]:
        words = phrase(self.rng, self.language, count, figures=self.plain == self.file)
        return [word.upper() for word in words] if caps or self.caps else words

    def text(self, count: int, caps: bool = False) -> str:
        return self.space.join(self.words(count, caps))

    def x(self, x: float) -> float:
        """Where a place in the box lies: mirrored in scripts that are set from right to left."""
        return self.span[0] + self.span[1] - x if self.leftward else x

    def line(self, at: tuple[float, float], text: str, font: Font) -> None:
        """Text that begins at a place, or in scripts set from right to left at the mirrored one."""
        font = font if self.plain == self.file or not text.isascii() else font_of(self.plain, round(font.size), False)
        x = self.x(at[0]) - (font.getlength(text) if self.leftward else 0)
        self.draw.text((x, at[1]), text, fill=self.ink, font=font)

    def figure_at_end(self, right: float, y: float, figure: str, font: Font) -> None:
        self.line((right - font.getlength(figure), y), figure, font)


def take_pen(pen: Pen) -> None:
    """Another language, font and ink, mostly in the script of the page."""
    rng = pen.rng
    script = pen.script if rng.random() < 0.9 else None
    pen.language = script or str(rng.choice(LANGUAGES))
    pen.file = str(rng.choice(pen.fonts[script or pen.use]))
    # Some fonts have letters of one script and no figures.
    pen.plain = pen.file if covers(pen.file, "0123456789") else str(rng.choice(pen.fonts["print"]))
    pen.ink = int(rng.choice([0, rng.integers(0, 110)]))


def any_script(rng: Rng) -> str | None:
    shares = np.array([script.share for script in SCRIPTS.values()])
    return str(rng.choice(list(SCRIPTS), p=shares / shares.sum())) if rng.random() < shares.sum() else None


def fitting(font: Font, words: list[str], width: float, space: str) -> str:
    """As many words as fit, at least one."""
    while len(words) > 1 and font.getlength(space.join(words)) > width:
        words = words[:-1]
    return space.join(words)


@lru_cache(maxsize=600)
def font_of(file: str, size: int, shaped: bool) -> Font:
    if shaped and not features.check("raqm"):
        raise RuntimeError("Pillow was built without Raqm, which joins Arabic letters.")
    # The plain layout takes half the time, where it is enough.
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(file, max(7, size), layout_engine=engine)


def paste(pen: Pen, grey: np.ndarray, left: float, top: float) -> None:
    pen.draw._image.paste(Image.fromarray(grey), (int(left), int(top)))
