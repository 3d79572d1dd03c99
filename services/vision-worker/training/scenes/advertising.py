"""Pages that are mostly colour: flyers with photo cells, menus."""

import numpy as np

from .colour import surface, vivid
from .sheet_drawing import Sheet


def flyer(sheet: Sheet) -> None:
    """Coloured panels and photographs in cells, each of which looks like a page of its own."""
    rng, width, height = sheet.rng, sheet.width, sheet.height
    if sheet.chance(0.7):
        sheet.box((0, 0, width, height), vivid(rng) if sheet.chance(0.5) else surface(rng))
    if sheet.chance(0.4):
        sheet.wash(rng.uniform(0.2, 0.9))
    columns, rows = rng.integers(1, 3), rng.integers(1, 4)
    top = height * rng.uniform(0.02, 0.35)
    gap = min(width, height) * rng.uniform(0, 0.06)
    for row in range(rows):
        for column in range(columns):
            if sheet.chance(0.25):
                continue
            wide, high = width / columns, (height * rng.uniform(0.75, 1) - top) / rows
            left, upper = column * wide + gap, top + row * high + gap
            area = (left, upper, left + wide - 2 * gap, upper + high - 2 * gap)
            if area[3] - area[1] < 8 or area[2] - area[0] < 8:
                continue
            if sheet.chance(0.7):
                sheet.picture(area)
            else:
                sheet.box(area, np.full(3, 245.0) if sheet.chance(0.5) else vivid(rng))
                sheet.paragraph((area[0] + 4, area[1] + 4, area[2] - 4, area[3] - 4), ragged=True)
    for _ in range(rng.integers(1, 4)):
        letter, upper = height * rng.uniform(0.02, 0.09), height * rng.uniform(0, 0.9)
        left = width * rng.uniform(0.03, 0.4)
        sheet.paragraph((left, upper, width * 0.97, upper + letter * rng.integers(1, 3)), letter, surface(rng))


def menu(sheet: Sheet) -> None:
    """Dishes and prices in columns, with headings and a wide ornate border."""
    rng, width, height = sheet.rng, sheet.width, sheet.height
    border = min(width, height) * rng.uniform(0.02, 0.09)
    if sheet.chance(0.5):
        sheet.box((0, 0, width, height), vivid(rng) if sheet.chance(0.4) else surface(rng), border / sheet.unit)
    columns = rng.integers(1, 4)
    wide = (width - 2 * border) / columns
    for column in range(columns):
        left, base = border * 1.4 + column * wide, border * 2
        while base < height - 2 * border:
            heading = sheet.chance(0.12)
            letter = sheet.letter * (1.8 if heading else 1)
            sheet.paragraph((left, base, left + wide * 0.7, base + letter), letter, ragged=True)
            if not heading:
                sheet.words((left + wide * 0.78, base + letter), f"{rng.uniform(2, 60):.2f}", letter * 0.9)
            base += letter * rng.uniform(1.5, 2.4)
    if sheet.chance(0.4):
        sheet.picture((border, border, width - border, height * rng.uniform(0.12, 0.35)))
