"""Flat upright pages: blocks of prose, tables, receipts, forms, headings, pictures, or no text at all."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from .figures import choices, code, nothing, picture, rules, strokes
from .fonts import Fonts
from .pen import Box, Pen, any_script, take_pen
from .words import Rng
from .writing import by_hand, form, heading, prose, receipt, short_lines, table

LONG_SIDE = 1440
# Page shapes as width / height, with their probabilities.
SHAPES = [(210 / 297, 0.5), (297 / 210, 0.12), (0.4, 0.15), (85.6 / 54, 0.1), (1.0, 0.05), (0.55, 0.08)]
ROLLS = [(0.25, 0.3), (0.4, 0.4), (0.55, 0.3)]

Painter = Callable[[Pen, Box], None]
KINDS: dict[str, tuple[list[Painter], float]] = {
    "prose": ([prose, prose, prose, short_lines, heading], 0.2),
    "mixed": ([prose, short_lines, heading, table, form, picture, nothing, code], 0.19),
    "table": ([table, table, short_lines, heading, form, choices], 0.12),
    "receipt": ([receipt, receipt, short_lines, code, table], 0.14),
    "form": ([form, form, short_lines, rules, heading, choices], 0.09),
    "hand": ([by_hand], 0.08),
    "poster": ([heading, prose, picture, short_lines], 0.11),
    "textless": ([picture, code, rules, strokes, nothing], 0.07),
}


def draw_page(
    rng: Rng, fonts: Fonts, share: float = 1.0, kind: str | None = None, script: str | None = "any"
) -> np.ndarray:
    """A page as grey levels of ink on 255, uint8; `share` makes it smaller at the same density.

    script: of the page, none for Latin
    """
    kind = kind or str(rng.choice(list(KINDS), p=[often for _, often in KINDS.values()]))
    shapes = ROLLS if kind == "receipt" and rng.random() < 0.7 else SHAPES
    shape = rng.choice([ratio for ratio, _ in shapes], p=[often for _, often in shapes]) * rng.uniform(0.93, 1.07)
    width, height = round(share * LONG_SIDE * min(1, shape)), round(share * LONG_SIDE * min(1, 1 / shape))
    image = Image.new("L", (width, height), 255)
    pen = Pen(
        ImageDraw.Draw(image),
        rng,
        fonts,
        em=_em(rng, kind, shape),
        use=_use(rng, kind),
        script=any_script(rng) if script == "any" else script,
        caps=rng.random() < (0.15 if kind in {"poster", "receipt"} else 0.05),
    )
    take_pen(pen)
    margin = rng.uniform(0.01, 0.09) * width
    painters, _ = KINDS[kind]
    _fill(pen, (margin, margin, width - margin, height - margin), painters)
    page = np.asarray(image).copy()
    if rng.random() < 0.08:
        top = rng.integers(0, height - height // 4)
        page[top : top + height // 4] = 255 - page[top : top + height // 4]
    return page


def _em(rng: Rng, kind: str, shape: float) -> float:
    if kind == "receipt":
        # A roll is 24 to 48 letters wide.
        return LONG_SIDE * min(1, shape) / rng.uniform(13, 27)
    em = LONG_SIDE * float(np.exp(rng.uniform(np.log(0.0095), np.log(0.028))))
    return em * rng.uniform(1.5, 4) if kind == "poster" else em


def _use(rng: Rng, kind: str) -> str:
    return "hand" if kind == "hand" else "thermal" if kind == "receipt" and rng.random() < 0.6 else "print"


def _fill(pen: Pen, box: Box, painters: list[Painter], depth: int = 0) -> None:
    """Splits a box recursively until its parts are small enough, and paints each."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if width < 4 * pen.em or height < 2 * pen.em:
        return
    rng = pen.rng
    if (
        depth < 4
        and (max(width, height) > LONG_SIDE * 0.45 or rng.random() < 0.35)
        and max(width, height) > 14 * pen.em
    ):
        cut, gap = rng.uniform(0.25, 0.75), pen.em * rng.uniform(0.3, 2)
        if height > width * rng.uniform(0.5, 1.2):
            _fill(pen, (left, top, right, top + height * cut - gap), painters, depth + 1)
            _fill(pen, (left, top + height * cut, right, bottom), painters, depth + 1)
        else:
            _fill(pen, (left, top, left + width * cut - gap, bottom), painters, depth + 1)
            _fill(pen, (left + width * cut, top, right, bottom), painters, depth + 1)
        return
    if rng.random() < 0.12:
        take_pen(pen)
    pen.span = (left, right)
    painters[rng.integers(len(painters))](pen, box)
