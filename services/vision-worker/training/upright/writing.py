"""Ways to fill a box of a page with text: prose, lists, headings, receipts, tables, forms, handwriting."""

import numpy as np

from .pen import Box, Pen, fitting, font_of
from .words import number


def prose(pen: Pen, box: Box) -> None:
    """Typeset lines, ragged, justified or centred; some Chinese and Japanese in columns."""
    rng, (left, top, right, bottom) = pen.rng, box
    if pen.unspaced and rng.random() < 0.2:
        columns(pen, box)
        return
    font, align = pen.font(), rng.choice(["left", "justify", "centre"], p=[0.55, 0.35, 0.1])
    leading, caps = pen.em * rng.uniform(1.05, 1.8), rng.random() < 0.08
    y, space = top, font.getlength(pen.space)
    while y + leading < bottom:
        words, widths = _words_of_line(pen, font, right - left, caps)
        last = rng.random() < 0.12
        keep = max(1, round(len(words) * rng.uniform(0.2, 1))) if last else len(words)
        words, widths = words[:keep], widths[:keep]
        free = right - left - sum(widths)
        step = free / (len(words) - 1) if align == "justify" and not last and len(words) > 1 else space
        x = left + (free - space * (len(words) - 1)) / 2 if align == "centre" else left
        if align == "left":
            pen.line((x, y), pen.space.join(words), font)
            words, widths = [], []
        for word, wide in zip(words, widths, strict=True):
            pen.line((x, y), word, font)
            x += wide + step
        y += leading * (1.6 if last else 1)


def _words_of_line(pen: Pen, font, width: float, caps: bool) -> tuple[list[str], list[float]]:
    words, widths, space = [], [], font.getlength(pen.space)
    for word in pen.words(24, caps):
        wide = font.getlength(word)
        if sum(widths) + space * len(widths) + wide > width:
            break
        words.append(word)
        widths.append(wide)
    return words, widths


def columns(pen: Pen, box: Box) -> None:
    """Characters from top to bottom, columns from right to left."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, leading, step = pen.font(), pen.em * rng.uniform(1.3, 1.9), pen.em * rng.uniform(1, 1.15)
    for x in np.arange(right - pen.em, left, -leading):
        text = "".join(pen.words(24))
        end = bottom - pen.em if rng.random() < 0.85 else top + (bottom - top) * rng.uniform(0.2, 0.9)
        for letter, y in zip(text, np.arange(top, end, step), strict=False):
            pen.line((x, y), letter, font)


def short_lines(pen: Pen, box: Box) -> None:
    """An address, a list, a label: a few words per line, some followed by a number."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, leading = pen.font(rng.choice([0.8, 1, 1, 1.3])), pen.em * rng.uniform(1.3, 2.2)
    bullet, caps = rng.choice(["", "", "- ", "• "]), rng.random() < 0.25
    for y in np.arange(top, bottom - leading, leading):
        text = fitting(font, pen.words(rng.integers(1, 7), caps), right - left, pen.space)
        pen.line((left, y), bullet + text, font)
        if rng.random() < 0.2:
            pen.figure_at_end(right, y, number(rng), font)


def heading(pen: Pen, box: Box) -> None:
    """A few large words."""
    rng, (left, top, right, bottom) = pen.rng, box
    font = pen.font(rng.uniform(1.4, 4))
    caps = rng.random() < 0.4
    y = top
    while y + font.size < bottom and y < top + font.size * 4:
        text = fitting(font, pen.words(rng.integers(1, 5), caps), right - left, pen.space)
        pen.line((left, y), text, font)
        y += font.size * 1.2


def receipt(pen: Pen, box: Box) -> None:
    """Names at the beginning, prices at the end."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, leading, caps = pen.font(), pen.em * rng.uniform(1.05, 1.5), rng.random() < 0.6
    for y in np.arange(top, bottom - leading, leading):
        price = f"{rng.integers(0, 300)},{rng.integers(0, 100):02}"
        free = right - left - font.getlength(price) - pen.em
        pen.line((left, y), fitting(font, pen.words(rng.integers(1, 4), caps), free, pen.space), font)
        pen.figure_at_end(right, y, price, font)


def table(pen: Pen, box: Box) -> None:
    """Rows and columns of words and figures, with or without rules."""
    rng, (left, top, right, bottom) = pen.rng, box
    count, row = rng.integers(2, 7), pen.em * rng.uniform(1.4, 2.4)
    edges = np.sort(np.append(rng.uniform(left, right, count - 1), [left, right]))
    font, rules, wordy = pen.font(rng.choice([0.8, 1])), rng.random() < 0.6, rng.random(count) < 0.4
    rows = np.arange(top, bottom - row, row)
    for y in rows:
        for start, end, words in zip(edges, edges[1:], wordy, strict=False):
            text = pen.text(2) if words else number(rng)
            if font.getlength(text) < end - start - pen.em * 0.4:
                pen.line((start + pen.em * 0.2, y + pen.em * 0.1), text, font)
    if rules and len(rows):
        for y in [*rows, rows[-1] + row]:
            pen.draw.line([(left, y), (right, y)], fill=pen.ink, width=int(rng.integers(1, 4)))
        for x in map(pen.x, edges):
            pen.draw.line([(x, top), (x, rows[-1] + row)], fill=pen.ink, width=2)


def form(pen: Pen, box: Box) -> None:
    """Printed labels and lines to write on, some filled in by hand."""
    rng, (left, top, right, bottom) = pen.rng, box
    font, row, size = pen.font(0.9), pen.em * rng.uniform(1.8, 3), round(pen.em * rng.uniform(1.1, 1.8))
    # Fonts that look written are Latin.
    hand = font_of(str(rng.choice(pen.fonts["hand"])), size, False)
    for y in np.arange(top, bottom - row, row):
        label = pen.text(2) + " :"
        x = left + font.getlength(label) + pen.em * 0.5
        pen.line((left, y), label, font)
        pen.draw.line([(pen.x(x), y + pen.em * 1.2), (pen.x(right), y + pen.em * 1.2)], fill=pen.ink, width=1)
        if rng.random() < 0.6:
            text = pen.text(2) if rng.random() < 0.6 else number(rng)
            pen.line((x + pen.em, y - pen.em * 0.2), text, hand if pen.latin else font)


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
            pen.line((x, y + rng.normal() * wobble), word, font)
            x += font.getlength(word) + pen.em * rng.uniform(0.3, 0.9)
        if ruled:
            pen.draw.line([(left, y + font.size), (right, y + font.size)], fill=160, width=1)
