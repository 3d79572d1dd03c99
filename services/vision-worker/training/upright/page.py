"""Flat upright pages: blocks of prose, tables, receipts, forms, headings, pictures, or no text at all."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ..scenes.noise import cloud
from .fonts import Fonts
from .words import RANGES, WORDS, Rng, number, phrase

LONG_SIDE = 1440
"""Page shapes as width / height, with their probabilities."""
SHAPES = [(210 / 297, 0.5), (297 / 210, 0.12), (0.4, 0.15), (85.6 / 54, 0.1), (1.0, 0.05), (0.55, 0.08)]
LANGUAGES = ["fr"] * 8 + ["en"] * 6 + ["de"] * 3 + ["es", "it", "pt", "nl", "pl", "greek", "cyrillic"]

Box = tuple[float, float, float, float]


@dataclass
class Pen:
    """A page in the making and the style of its writing; sizes in pixels of the page."""

    draw: ImageDraw.ImageDraw
    rng: Rng
    fonts: Fonts
    language: str
    file: str
    em: float
    ink: int

    def font(self, scale: float = 1.0) -> ImageFont.FreeTypeFont:
        return _font(self.file, max(7, round(self.em * scale)))

    def words(self, count: int) -> list[str]:
        return phrase(self.rng, self.language, count)


@lru_cache(maxsize=400)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def draw_page(rng: Rng, fonts: Fonts, share: float = 1.0, kind: str | None = None) -> np.ndarray:
    """A page as grey levels of ink on 255, uint8; `share` makes it smaller at the same density."""
    shape = rng.choice([ratio for ratio, _ in SHAPES], p=[share for _, share in SHAPES]) * rng.uniform(0.93, 1.07)
    width, height = round(share * LONG_SIDE * min(1, shape)), round(share * LONG_SIDE * min(1, 1 / shape))
    image = Image.new("L", (width, height), 255)
    kind = kind or str(rng.choice(list(KINDS), p=[often for _, often in KINDS.values()]))
    em = LONG_SIDE * float(np.exp(rng.uniform(np.log(0.0095), np.log(0.028))))
    if kind == "poster":
        em *= rng.uniform(1.5, 4)
    pen = Pen(ImageDraw.Draw(image), rng, fonts, "fr", "", em, 0)
    _take_pen(pen, hand=kind == "hand")
    margin = rng.uniform(0.01, 0.09) * width
    painters, _ = KINDS[kind]
    _fill(pen, (margin, margin, width - margin, height - margin), painters)
    page = np.asarray(image).copy()
    if rng.random() < 0.08:
        top = rng.integers(0, height - height // 4)
        page[top : top + height // 4] = 255 - page[top : top + height // 4]
    return page


def _take_pen(pen: Pen, hand: bool = False) -> None:
    rng = pen.rng
    script = rng.choice(list(RANGES)) if rng.random() < 0.06 else None
    pen.language = str(script or rng.choice(LANGUAGES))
    use = pen.language if script else "wide" if pen.language in {"greek", "cyrillic"} else "hand" if hand else "print"
    pen.file = str(rng.choice(pen.fonts[use]))
    pen.ink = int(rng.choice([0, rng.integers(0, 110)]))
    if pen.language in WORDS and rng.random() < 0.05:
        pen.em *= 0.85


Painter = Callable[[Pen, Box], None]


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
        _take_pen(pen)
    painters[rng.integers(len(painters))](pen, box)


def _line(pen: Pen, at: tuple[float, float], text: str, font: ImageFont.FreeTypeFont) -> None:
    pen.draw.text(at, text, fill=pen.ink, font=font)


def _fitting(font: ImageFont.FreeTypeFont, words: list[str], width: float) -> str:
    """As many words as fit, at least one."""
    while len(words) > 1 and font.getlength(" ".join(words)) > width:
        words = words[:-1]
    return " ".join(words)


def prose(pen: Pen, box: Box) -> None:
    """Typeset lines, ragged, justified or centred."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, align = pen.font(), rng.choice(["left", "justify", "centre"], p=[0.55, 0.35, 0.1])
    leading, caps = pen.em * rng.uniform(1.05, 1.8), rng.random() < 0.08
    y, space = top, pen.em * 0.28
    while y + leading < bottom:
        words, widths = [], []
        for word in pen.words(24):
            drawn = word.upper() if caps else word
            wide = font.getlength(drawn)
            if sum(widths) + space * len(widths) + wide > right - left:
                break
            words.append(drawn)
            widths.append(wide)
        last = rng.random() < 0.12
        keep = max(1, round(len(words) * rng.uniform(0.2, 1))) if last else len(words)
        words, widths = words[:keep], widths[:keep]
        free = right - left - sum(widths)
        step = free / (len(words) - 1) if align == "justify" and not last and len(words) > 1 else space
        x = left + (free - space * (len(words) - 1)) / 2 if align == "centre" else left
        if align == "left":
            _line(pen, (x, y), " ".join(words), font)
            words, widths = [], []
        for word, wide in zip(words, widths, strict=True):
            _line(pen, (x, y), word, font)
            x += wide + step
        y += leading * (1.6 if last else 1)


def short_lines(pen: Pen, box: Box) -> None:
    """An address, a list, a label: a few words per line, some followed by a number."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, leading = pen.font(rng.choice([0.8, 1, 1, 1.3])), pen.em * rng.uniform(1.3, 2.2)
    bullet, caps = rng.choice(["", "", "- ", "• "]), rng.random() < 0.25
    for y in np.arange(top, bottom - leading, leading):
        text = _fitting(font, pen.words(rng.integers(1, 7)), right - left)
        _line(pen, (left, y), bullet + (text.upper() if caps else text), font)
        if rng.random() < 0.2:
            figure = number(rng)
            _line(pen, (right - font.getlength(figure), y), figure, font)


def heading(pen: Pen, box: Box) -> None:
    """A few large words."""
    rng, (left, top, right, bottom) = pen.rng, box
    font = pen.font(rng.uniform(1.4, 4))
    caps = rng.random() < 0.4
    y = top
    while y + font.size < bottom and y < top + font.size * 4:
        text = _fitting(font, pen.words(rng.integers(1, 5)), right - left)
        _line(pen, (left, y), text.upper() if caps else text, font)
        y += font.size * 1.2


def receipt(pen: Pen, box: Box) -> None:
    """Names on the left, prices on the right."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, leading, caps = pen.font(), pen.em * rng.uniform(1.05, 1.5), rng.random() < 0.6
    for y in np.arange(top, bottom - leading, leading):
        name, price = " ".join(pen.words(rng.integers(1, 4))), f"{rng.integers(0, 300)},{rng.integers(0, 100):02}"
        _line(pen, (left, y), name.upper() if caps else name, font)
        _line(pen, (right - font.getlength(price), y), price, font)


def table(pen: Pen, box: Box) -> None:
    """Rows and columns of words and figures, with or without rules."""
    rng, (left, top, right, bottom) = pen.rng, box
    columns, row = rng.integers(2, 7), pen.em * rng.uniform(1.4, 2.4)
    edges = np.sort(np.append(rng.uniform(left, right, columns - 1), [left, right]))
    font, rules, wordy = pen.font(rng.choice([0.8, 1])), rng.random() < 0.6, rng.random(columns) < 0.4
    rows = np.arange(top, bottom - row, row)
    for y in rows:
        for start, end, words in zip(edges, edges[1:], wordy, strict=False):
            text = " ".join(pen.words(2)) if words else number(rng)
            if font.getlength(text) < end - start - pen.em * 0.4:
                _line(pen, (start + pen.em * 0.2, y + pen.em * 0.1), text, font)
    if rules and len(rows):
        for y in [*rows, rows[-1] + row]:
            pen.draw.line([(left, y), (right, y)], fill=pen.ink, width=int(rng.integers(1, 4)))
        for x in edges:
            pen.draw.line([(x, top), (x, rows[-1] + row)], fill=pen.ink, width=2)


def form(pen: Pen, box: Box) -> None:
    """Printed labels and lines to write on, some filled in by hand."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, file = pen.font(0.9), str(rng.choice(pen.fonts["hand"]))
    hand = _font(file, round(pen.em * rng.uniform(1.1, 1.8)))
    row = pen.em * rng.uniform(1.8, 3)
    for y in np.arange(top, bottom - row, row):
        label = " ".join(phrase(rng, "fr", 2)) + " :"
        x = left + font.getlength(label) + pen.em * 0.5
        _line(pen, (left, y), label, font)
        pen.draw.line([(x, y + pen.em * 1.2), (right, y + pen.em * 1.2)], fill=pen.ink, width=1)
        if rng.random() < 0.6:
            text = " ".join(phrase(rng, "fr", 2)) if rng.random() < 0.6 else number(rng)
            _line(pen, (x + pen.em, y - pen.em * 0.2), text, hand)


def by_hand(pen: Pen, box: Box) -> None:
    """Slightly wavy lines, word by word, on ruled or plain paper."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, leading = pen.font(rng.uniform(1.2, 2)), pen.em * rng.uniform(1.8, 3)
    ruled, wobble = rng.random() < 0.4, pen.em * rng.uniform(0, 0.25)
    for y in np.arange(top, bottom - leading, leading):
        x = left + rng.uniform(0, 2) * pen.em
        for word in pen.words(30):
            if x + font.getlength(word) > right:
                break
            _line(pen, (x, y + rng.normal() * wobble), word, font)
            x += font.getlength(word) + pen.em * rng.uniform(0.3, 0.9)
        if ruled:
            pen.draw.line([(left, y + font.size), (right, y + font.size)], fill=160, width=1)


def picture(pen: Pen, box: Box) -> None:
    """Something without text: clouds of grey, discs, rectangles."""
    rng, (left, top, right, bottom) = pen.rng, box
    width, height = int(right - left), int(bottom - top)
    field = cloud(rng, height // 2 + 1, width // 2 + 1, rng.uniform(1, 3))
    field = cv2.resize(field, (width, height)) * rng.uniform(20, 60) + rng.uniform(60, 200)
    for _ in range(rng.integers(0, 12)):
        centre = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        radius, tone = int(rng.integers(3, max(4, min(width, height) // 3))), float(rng.uniform(0, 255))
        if rng.random() < 0.5:
            cv2.circle(field, centre, radius, tone, -1)
        else:
            cv2.rectangle(field, centre, (centre[0] + radius, centre[1] + radius // 2), tone, int(rng.integers(-1, 4)))
    pen.draw._image.paste(Image.fromarray(np.clip(field, 0, 255).astype(np.uint8)), (int(left), int(top)))


def code(pen: Pen, box: Box) -> None:
    """A bar code or a matrix code."""
    rng, (left, top, right, bottom) = pen.rng, box
    cell = int(max(2, rng.integers(2, 8)))
    width, height = int(min(right - left, 60 * cell)) // cell, int(min(bottom - top, 40 * cell)) // cell
    if width < 4 or height < 4:
        return
    bits = rng.integers(0, 2, (height, width) if rng.random() < 0.5 else (1, width)) * 255
    tall = np.broadcast_to(bits, (height, width)).astype(np.uint8)
    pen.draw._image.paste(Image.fromarray(np.kron(tall, np.ones((cell, cell), np.uint8))), (int(left), int(top)))


def rules(pen: Pen, box: Box) -> None:
    """Empty ruled lines or squares."""
    rng, (left, top, right, bottom) = pen.rng, box
    step, squares = pen.em * rng.uniform(0.5, 2), rng.random() < 0.5
    for y in np.arange(top, bottom, step):
        pen.draw.line([(left, y), (right, y)], fill=int(rng.integers(90, 200)), width=1)
    for x in np.arange(left, right, step) if squares else []:
        pen.draw.line([(x, top), (x, bottom)], fill=int(rng.integers(90, 200)), width=1)


def strokes(pen: Pen, box: Box) -> None:
    """Looks like lines of text from a distance, but reads in no direction."""
    rng, (left, top, right, bottom) = pen.rng, box
    lying = rng.random() < 0.5
    for y in np.arange(top, bottom - pen.em, pen.em * 1.7):
        x = left
        while x < right:
            tall = pen.em * 0.6 * rng.choice([1, 1, 1.5])
            shift = rng.choice([0, 0.5, 1]) * (pen.em * 0.9 - tall)
            end = (x, y + shift + tall) if not lying else (x + tall, y + shift)
            pen.draw.line([(x, y + shift), end], fill=pen.ink, width=max(1, round(pen.em * 0.14)))
            x += pen.em * rng.choice([0.35, 0.35, 0.35, 1]) * (2 if lying else 1)


def choices(pen: Pen, box: Box) -> None:
    """Numbered questions with circles or boxes to fill in, often lettered, spaced more tightly down or across."""
    rng, (left, top, right, bottom) = pen.rng, box
    size, row = pen.em * rng.uniform(0.9, 1.4), pen.em * rng.uniform(1.1, 2)
    column = pen.em * rng.uniform(1.2, 2.6)
    inner, lettered = _font(pen.file, max(7, round(size * 0.6))), rng.random() < 0.7
    labels = "ABCDE"[: rng.integers(2, 6)] if rng.random() < 0.6 else "0123456789"[: rng.integers(4, 11)]
    shape = pen.draw.ellipse if rng.random() < 0.7 else pen.draw.rectangle
    for number_of, y in enumerate(np.arange(top, bottom - row, row), 1):
        _line(pen, (left, y), str(number_of), pen.font())
        for place, x in enumerate(np.arange(left + 2.5 * pen.em, right - size, column)):
            filled = rng.random() < 0.2
            shape((x, y, x + size, y + size), outline=pen.ink, fill=pen.ink if filled else None, width=2)
            if lettered:
                middle = (x + size / 2, y + size / 2)
                pen.draw.text(middle, labels[place % len(labels)], fill=pen.ink, font=inner, anchor="mm")


def nothing(pen: Pen, box: Box) -> None:
    """Blank paper."""


KINDS: dict[str, tuple[list[Painter], float]] = {
    "prose": ([prose, prose, prose, short_lines, heading], 0.22),
    "mixed": ([prose, short_lines, heading, table, form, picture, nothing, code], 0.2),
    "table": ([table, table, short_lines, heading, form, choices], 0.13),
    "receipt": ([receipt, receipt, short_lines, code, table], 0.1),
    "form": ([form, form, short_lines, rules, heading, choices], 0.09),
    "hand": ([by_hand], 0.09),
    "poster": ([heading, prose, picture, short_lines], 0.09),
    "textless": ([picture, code, rules, strokes, nothing], 0.08),
}
