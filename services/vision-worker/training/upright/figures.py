"""What lies on pages beside text, or instead of it: pictures, codes, rules, sheets to fill in."""

import cv2
import numpy as np

from ..scenes.noise import cloud
from .pen import Box, Pen, font_of, paste


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
    paste(pen, np.clip(field, 0, 255).astype(np.uint8), left, top)


def code(pen: Pen, box: Box) -> None:
    """A bar code or a matrix code."""
    rng, (left, top, right, bottom) = pen.rng, box
    cell = int(max(2, rng.integers(2, 8)))
    width, height = int(min(right - left, 60 * cell)) // cell, int(min(bottom - top, 40 * cell)) // cell
    if width < 4 or height < 4:
        return
    bits = rng.integers(0, 2, (height, width) if rng.random() < 0.5 else (1, width)) * 255
    tall = np.broadcast_to(bits, (height, width)).astype(np.uint8)
    paste(pen, np.kron(tall, np.ones((cell, cell), np.uint8)), left, top)


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
    inner, lettered = font_of(pen.plain, round(size * 0.6), False), rng.random() < 0.7
    labels = "ABCDE"[: rng.integers(2, 6)] if rng.random() < 0.6 else "0123456789"[: rng.integers(4, 11)]
    shape = pen.draw.ellipse if rng.random() < 0.7 else pen.draw.rectangle
    for number_of, y in enumerate(np.arange(top, bottom - row, row), 1):
        pen.draw.text((left, y), str(number_of), fill=pen.ink, font=font_of(pen.plain, round(pen.em), False))
        for place, x in enumerate(np.arange(left + 2.5 * pen.em, right - size, column)):
            filled = rng.random() < 0.2
            shape((x, y, x + size, y + size), outline=pen.ink, fill=pen.ink if filled else None, width=2)
            if lettered:
                middle = (x + size / 2, y + size / 2)
                pen.draw.text(middle, labels[place % len(labels)], fill=pen.ink, font=inner, anchor="mm")


def nothing(pen: Pen, box: Box) -> None:
    """Blank paper."""
