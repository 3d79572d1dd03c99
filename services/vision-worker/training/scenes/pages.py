"""Flat pages of all kinds, with decoys: inner frames, tinted panels, coloured headers."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from .advertising import flyer, menu
from .backgrounds import WORDS
from .colour import as_bytes, from_hsv, paper, pen, surface, vivid
from .noise import Rng, cloud
from .sheet_drawing import Sheet
from .stock import PAINT, TYPESET_SHARE, Stock
from .typeset import typeset_page


@dataclass(frozen=True)
class Page:
    """pixels (h, w, 3) uint8 RGB with the requested long side; paper (3,) RGB: colour of the margins."""

    pixels: np.ndarray
    kind: str
    paper: np.ndarray


def _letter(sheet: Sheet) -> None:
    rng, left, right, top = sheet.rng, sheet.margin, sheet.width - sheet.margin, sheet.margin
    if sheet.chance(0.6):
        size = sheet.letter * rng.uniform(1.3, 2.8)
        sheet.paragraph((left, top, sheet.width * rng.uniform(0.4, 0.9), top + sheet.letter * 2.2), size)
        top += sheet.letter * 5
    sheet.paragraph((sheet.width * 0.55, top, right, top + sheet.letter * 7), ragged=True)
    bottom = sheet.height - sheet.margin - rng.uniform(0, 0.4) * sheet.height
    sheet.paragraph((left, top + sheet.letter * 9, right, bottom), leading=rng.uniform(1.4, 2.2))
    if sheet.chance(0.4):
        sheet.picture((left, left * 0.6, left + sheet.width * 0.18, left * 0.6 + sheet.width * 0.1))


def _article(sheet: Sheet) -> None:
    rng, margin = sheet.rng, sheet.margin
    columns = rng.integers(1, 4)
    wide = (sheet.width - 2 * margin) / columns
    sheet.letter *= rng.uniform(0.7, 1)
    leading = rng.uniform(1.3, 1.7)
    top = margin
    if sheet.chance(0.6):
        sheet.paragraph((margin, top, sheet.width * 0.9, top + sheet.letter * 2), sheet.letter * rng.uniform(1.5, 3))
        top += sheet.letter * 6
    for column in range(columns):
        left = margin + column * wide
        area = (left, top, left + wide - sheet.letter, sheet.height - margin)
        sheet.paragraph(area, leading=leading)
    for _ in range(rng.integers(0, 3)):
        left, at = margin + rng.integers(columns) * wide, rng.uniform(top, sheet.height * 0.8)
        sheet.picture((left, at, left + wide - sheet.letter, at + sheet.height * rng.uniform(0.06, 0.3)))


def _table(sheet: Sheet) -> None:
    rng, margin, letter = sheet.rng, sheet.margin, sheet.letter
    rows, columns = rng.integers(5, 34), rng.integers(1, 8)
    top, left, right = margin + rng.uniform(0, 0.25) * sheet.height, margin, sheet.width - margin
    high = (sheet.height - margin - rng.uniform(0, 0.3) * sheet.height - top) / rows
    sheet.paragraph((left, margin, sheet.width * 0.8, top - letter), letter * 1.3)
    edges = np.sort(np.r_[left, right, rng.uniform(left, right, columns - 1)])
    line, striped = rng.integers(1, 4), sheet.chance(0.4)
    for row in range(rows):
        y = top + row * high
        if striped and row % 2:
            sheet.box((left, y, right, y + high), sheet.paper * 0.88)
        for start, end in pairwise(edges):
            if sheet.chance(0.75):
                cell = (start + 4, y + 2, max(start + 20, end - 4), y + min(high, letter) + 3)
                sheet.paragraph(cell, min(letter, high * 0.7), ragged=True)
        sheet.rule((left, y), (right, y), sheet.ink, line)
    if sheet.chance(0.8):
        for x in edges:
            sheet.rule((x, top), (x, top + rows * high), sheet.ink, line)
    sheet.box((left, top, right, top + rows * high), sheet.ink, line)
    if sheet.chance(0.3):
        sheet.box((left, top, right, top + high), surface(rng))


def _receipt(sheet: Sheet) -> None:
    rng, margin = sheet.rng, sheet.width * 0.07
    letter = min(sheet.width, sheet.height) * rng.uniform(0.035, 0.07)
    sheet.paragraph((sheet.width * 0.2, margin, sheet.width * 0.8, margin + letter * 3), letter * 1.7, ragged=True)
    base = margin + letter * 6
    while base < sheet.height - 4 * letter:
        sheet.paragraph((margin, base, sheet.width * rng.uniform(0.4, 0.7), base + letter * 1.2), letter, ragged=True)
        sheet.words((sheet.width * 0.78, base + letter), f"{rng.uniform(0, 99):.2f}", letter * 0.9)
        base += letter * rng.uniform(1.4, 2)
        if sheet.chance(0.06):
            sheet.rule((margin, base), (sheet.width - margin, base), sheet.ink, 2)
            base += letter
    if sheet.chance(0.5):
        size = min(sheet.width, sheet.height) * 0.3
        sheet.matrix_code(size, (rng.uniform(margin, sheet.width - size - margin), sheet.height - size - margin))


def _ticket(sheet: Sheet) -> None:
    _receipt(sheet)
    if sheet.chance(0.5):
        sheet.box((0, 0, sheet.width, sheet.height * 0.16), vivid(sheet.rng))
        sheet.box((0, sheet.height * 0.86, sheet.width, sheet.height), vivid(sheet.rng))


def _card(sheet: Sheet) -> None:
    rng, width, height = sheet.rng, sheet.width, sheet.height
    if sheet.chance(0.6):
        sheet.wash(rng.uniform(0.2, 0.8))
    if sheet.chance(0.5):
        colour = vivid(rng) if sheet.chance(0.7) else surface(rng)
        depth = rng.uniform(0.1, 0.42)
        sheet.box((0, 0, width, height * depth), colour)
        if sheet.chance(0.3):
            sheet.box((0, height * (1 - depth / 2), width, height), colour)
    if sheet.chance(0.7):
        sheet.picture((width * 0.06, height * 0.28, width * 0.30, height * 0.80))
    text = (width * 0.36, height * 0.2, width * 0.95, height * 0.85)
    sheet.paragraph(text, height * 0.06, ragged=True, leading=2)
    heading = surface(rng) if sheet.chance(0.4) else None
    sheet.paragraph((width * 0.06, height * 0.05, width * 0.7, height * 0.15), height * 0.09, heading)


def _cover(sheet: Sheet) -> None:
    rng, width, height = sheet.rng, sheet.width, sheet.height
    if sheet.chance(0.55):
        inset = rng.choice([0, 0.1])
        area = (width * inset, height * rng.uniform(0.15, 0.4), width * (1 - inset), height * rng.uniform(0.6, 1))
        sheet.picture(area)
    for _ in range(rng.integers(1, 4)):
        letter, top = height * rng.uniform(0.03, 0.12), height * rng.uniform(0.03, 0.8)
        area = (width * rng.uniform(0.05, 0.3), top, width * 0.95, top + letter * rng.integers(1, 3))
        sheet.paragraph(area, letter, surface(rng))
    if sheet.chance(0.4):
        sheet.box((0, height * rng.uniform(0.75, 0.92), width, height), vivid(rng))
    if sheet.chance(0.3):
        sheet.box((0, 0, width, height * rng.uniform(0.08, 0.3)), vivid(rng))


def _photo(sheet: Sheet) -> None:
    border = sheet.rng.choice([0, 0, 0.03, 0.06]) * sheet.width
    sheet.pixels[:] = 245
    sheet.picture((border, border, sheet.width - border, sheet.height - border))


def _notebook(sheet: Sheet) -> None:
    rng, width, height = sheet.rng, sheet.width, sheet.height
    if sheet.chance(0.6):
        step, faint = rng.uniform(18, 34) * sheet.unit, sheet.paper * rng.uniform(0.75, 0.92)
        for y in np.arange(sheet.margin, height, step):
            sheet.rule((0, y), (width, y), faint)
        if sheet.chance(0.4):
            for x in np.arange(0, width, step):
                sheet.rule((x, 0), (x, height), faint)
        if sheet.chance(0.5):
            sheet.rule((width * 0.15, 0), (width * 0.15, height), np.float32([230, 120, 130]), 2)
    sheet.handwriting(sheet.margin + 30 * sheet.unit)
    if sheet.chance(0.35):
        _punch_holes(sheet)


def _punch_holes(sheet: Sheet) -> None:
    unit, dark = sheet.unit, pen(np.full(3, sheet.rng.uniform(10, 90)))
    along_top = sheet.chance(0.5)
    for place in np.arange(10 * unit, sheet.width if along_top else sheet.height, 26 * unit):
        at = (int(place), int(13 * unit)) if along_top else (int(13 * unit), int(place))
        cv2.circle(sheet.pixels, at, max(1, round(6 * unit)), dark, -1)


def _book(sheet: Sheet) -> None:
    """An open book: two pages and the dark gutter between them."""
    rng, half, margin = sheet.rng, sheet.width * 0.5, sheet.margin
    for side in (0, 1):
        area = (half * side + margin, margin, half * (side + 1) - margin, sheet.height - margin)
        sheet.paragraph(area)
        if sheet.chance(0.3):
            top = rng.uniform(margin, sheet.height * 0.6)
            sheet.picture((area[0], top, area[2], top + sheet.height * rng.uniform(0.1, 0.35)))
    across = np.abs(np.linspace(-1, 1, sheet.width))
    gutter = 1 - rng.uniform(0.2, 0.6) * np.exp(-across / rng.uniform(0.03, 0.12))
    sheet.pixels[:] = as_bytes(sheet.pixels * gutter[None, :, None])


def _blank(sheet: Sheet) -> None:
    if sheet.chance(0.3):
        sheet.words(
            (sheet.margin, sheet.height * sheet.rng.uniform(0.2, 0.8)), str(sheet.rng.choice(WORDS)), sheet.letter
        )


def _placard(sheet: Sheet) -> None:
    for line in range(sheet.rng.integers(1, 4)):
        top, letter = sheet.height * (0.1 + 0.3 * line), sheet.rng.uniform(0.08, 0.2) * sheet.width
        sheet.paragraph((sheet.width * 0.1, top, sheet.width * 0.95, top + letter), letter)


def _board(sheet: Sheet) -> None:
    """A whiteboard or a sketch: writing in several colours, hand-drawn frames and arrows."""
    rng, width, height = sheet.rng, sheet.width, sheet.height
    for _ in range(rng.integers(0, 4)):
        left, top = rng.uniform(0.03, 0.5) * width, rng.uniform(0.03, 0.5) * height
        right, bottom = left + rng.uniform(0.25, 0.9) * (width - left), top + rng.uniform(0.25, 0.95) * (height - top)
        sheet.stroke([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
        if sheet.chance(0.6):
            level = rng.uniform(top, bottom)
            sheet.stroke([(left, level), (right, level)])
    for _ in range(rng.integers(0, 4)):
        sheet.stroke([(rng.uniform(0, width), rng.uniform(0, height)) for _ in range(2)])
    for _ in range(rng.integers(1, 4)):
        sheet.handwriting(rng.uniform(0.05, 0.6) * height)


@dataclass(frozen=True)
class Kind:
    """A drawing function, its weight, long side / short side (None: paper formats), and the share in landscape."""

    draw: object
    weight: float
    ratio: tuple[float, float] | None = None
    lying: float = 0.12


KINDS = {
    "letter": Kind(_letter, 5),
    "article": Kind(_article, 4),
    "table": Kind(_table, 4),
    "receipt": Kind(_receipt, 5, (1.3, 6)),
    "notebook": Kind(_notebook, 2.4),
    "card": Kind(_card, 2.2, (1.45, 1.7), 0.9),
    "book": Kind(_book, 1.4, (1.25, 1.6), 1.0),
    "cover": Kind(_cover, 2.0, (1.2, 1.6)),
    "blank": Kind(_blank, 1.1),
    "placard": Kind(_placard, 1.0, (1.0, 1.8)),
    "photo": Kind(_photo, 0.8, (1.2, 1.6), 0.4),
    "ticket": Kind(_ticket, 0.8, (1.6, 3.2), 1.0),
    "board": Kind(_board, 1.2, (1.1, 1.8), 0.8),
    "flyer": Kind(flyer, 1.6),
    "menu": Kind(menu, 1.0),
}
SOLID = frozenset({"card", "cover", "book", "board"})
"""Kinds that do not fold like a sheet."""
UNFRAMED = frozenset({"blank", "photo", "cover", "card", "flyer"})


CRUMPLED = {"receipt": 0.35, "ticket": 0.25, "letter": 0.12, "notebook": 0.12}
"""How often pages of these kinds are crumpled all over."""


def paint_page(rng: Rng, long_side: int, stock: Stock = PAINT) -> Page:
    """One page of a random kind of the stock, painted, or typeset where it has fonts."""
    if stock.fonts and rng.random() < TYPESET_SHARE:
        pixels, name, colour = typeset_page(rng, long_side, stock.fonts)
        if stock.kinds is None or name in stock.kinds:
            return Page(_worn(rng, pixels, name), name, colour)
    weights = np.array([stock.kinds.get(name, 0) if stock.kinds else kind.weight for name, kind in KINDS.items()])
    name = list(KINDS)[rng.choice(len(KINDS), p=weights / weights.sum())]
    pixels, colour = _painted(rng, name, long_side, stock)
    return Page(_worn(rng, pixels, name), name, colour)


def _worn(rng: Rng, pixels: np.ndarray, name: str) -> np.ndarray:
    grain = cloud(rng, *pixels.shape[:2], 1.2)[..., None] * rng.uniform(0, 2.5)
    gain = _crumples(rng, *pixels.shape[:2]) if rng.random() < CRUMPLED.get(name, 0) else 1
    return as_bytes(pixels * gain + grain)


def _crumples(rng: Rng, height: int, width: int) -> np.ndarray:
    """Facets between many creases, each a little brighter or darker, (height, width, 1)."""
    down, across = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width)
    field, depth = np.zeros((height, width), np.float32), rng.uniform(0.02, 0.12)
    for _ in range(rng.integers(8, 50)):
        angle, reach = rng.uniform(0, np.pi), rng.uniform(0.03, 0.3)
        away = (across - rng.random()) * np.cos(angle) + (down - rng.random()) * np.sin(angle)
        field += rng.normal() * np.sign(away) * np.exp(-np.abs(away) / reach)
    return (1 + depth * np.tanh(field))[..., None]


def _painted(rng: Rng, name: str, long_side: int, stock: Stock) -> tuple[np.ndarray, np.ndarray]:
    """Small pages are drawn at twice the size and shrunk, to smooth their letters; pixels and paper."""
    shrink = 1 if long_side >= 768 else 2
    sheet = _empty_sheet(rng, name, long_side * shrink, stock)
    KINDS[name].draw(sheet)
    _decorate(sheet, name)
    pixels = sheet.pixels
    if shrink > 1:
        size = (max(16, sheet.width // shrink), max(16, sheet.height // shrink))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return pixels, sheet.paper


def _empty_sheet(rng: Rng, name: str, long_side: int, stock: Stock) -> Sheet:
    kind = KINDS[name]
    formats = [1.4142, 1.4142, 1.4142, 1.294, 1.647, rng.uniform(1, 1.7)]
    ratio = rng.uniform(*kind.ratio) if kind.ratio else rng.choice(formats)
    height, width = long_side, round(long_side / ratio)
    if rng.random() < kind.lying:
        height, width = width, height
    colour = surface(rng) if name == "cover" and rng.random() < 0.8 else paper(rng)
    ink = np.full(3, rng.uniform(0, 90)) if rng.random() < 0.75 else surface(rng) * 0.6
    if colour.mean() < 100:
        ink = np.full(3, rng.uniform(180, 255))
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = colour
    unit = long_side / 768
    return Sheet(
        rng,
        pixels,
        colour,
        ink,
        font=int(rng.choice([0, 0, 2, 3, 4, 5])),
        letter=rng.uniform(9, 17) * unit,
        margin=rng.uniform(0.03, 0.12) * min(height, width),
        pictures=stock.pictures,
    )


def _decorate(sheet: Sheet, name: str) -> None:
    """Decoys that could be taken for the page: a frame near the border, a tinted panel, a stamp, marker strokes."""
    rng, short = sheet.rng, min(sheet.height, sheet.width)
    if name not in UNFRAMED and sheet.chance(0.18):
        inset = short * rng.uniform(0.012, 0.12)
        colour = sheet.ink if sheet.chance(0.6) else surface(rng)
        sheet.box((inset, inset, sheet.width - inset, sheet.height - inset), colour, rng.integers(1, 9))
    if name not in UNFRAMED and sheet.chance(0.10):
        inset, top = int(short * rng.uniform(0.02, 0.25)), int(rng.uniform(0.05, 0.6) * sheet.height)
        panel = sheet.pixels[top : top + int(sheet.height * rng.uniform(0.1, 0.35)), inset : sheet.width - inset]
        panel[:] = as_bytes(panel * rng.uniform(0.5, 0.95, 3))
    if name not in UNFRAMED and sheet.chance(0.07):
        edge = rng.uniform(0.03, 0.15)
        area = (
            (0, 0, sheet.width, sheet.height * edge) if sheet.chance(0.5) else (0, 0, sheet.width * edge, sheet.height)
        )
        sheet.box(area, vivid(rng) if sheet.chance(0.6) else surface(rng))
    if sheet.chance(0.12):
        centre = (int(rng.uniform(0.2, 0.8) * sheet.width), int(rng.uniform(0.2, 0.8) * sheet.height))
        cv2.circle(sheet.pixels, centre, int(short * 0.08), pen(vivid(rng)), max(1, round(4 * sheet.unit)), cv2.LINE_AA)
    if name not in UNFRAMED and sheet.chance(0.06):
        _highlight(sheet)


def _highlight(sheet: Sheet) -> None:
    rng = sheet.rng
    colour = from_hsv(rng.choice([28, 60, 165]), rng.uniform(120, 220), 250) / 255
    for _ in range(rng.integers(1, 5)):
        left, top = int(rng.uniform(0, 0.6) * sheet.width), int(rng.uniform(0.1, 0.9) * sheet.height)
        stroke = sheet.pixels[
            top : top + int(sheet.letter * 1.4), left : left + int(sheet.width * rng.uniform(0.1, 0.4))
        ]
        stroke[:] = as_bytes(stroke * colour)
