"""What a picture of a generated sheet shows, as numbers to paint from, and what the network should say of it."""

from typing import NamedTuple

import numpy as np

from ..scenes.noise import Rng, gradient
from .surface import draw_surface
from .view import View, draw_view, flat_at, sampled

HEIGHT, WIDTH = 384, 288
MARGIN = 32
"""Pixels around the page on every side; the page's longer side runs down."""
CELL = 16
ROWS, COLUMNS = (HEIGHT - 2 * MARGIN) // CELL, (WIDTH - 2 * MARGIN) // CELL
"""Of the answer, which covers the page: a place in the middle of every cell."""
FINE = 2
"""Pictures are painted so many times as large, and made smaller as the worker does."""
COARSE = 4
PAGE = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN], np.float32)
BENT_MIN = 3.5e-3
"""Shares of the page's diagonal by which places are off, root mean square: as in judge.ts."""
COVERS = 3
LIGHTS = 9
"""Nodes of the uneven light, each way."""

SHOT = np.dtype(
    [
        # Of every fourth pixel: the place of the flat page that it shows, shares of it, and how bright that is.
        ("flat", "f4", (2, HEIGHT // COARSE, WIDTH // COARSE)),
        ("light", "f4", (HEIGHT // COARSE, WIDTH // COARSE)),
        # From where a place is seen to where it belongs, px; NaN where no paper is seen.
        ("shift", "f4", (2, ROWS, COLUMNS)),
        ("bent", "f4"),  # 1 if anyone would want it flattened
        ("art", "i4"),
        ("paper", "f4"),  # grey level
        ("ink", "f4"),  # its share of that
        ("table", "i4"),
        ("table_seen", "f4", (2, 3)),  # from pixels to those of the table's tile
        ("table_tone", "f4"),  # a gain; where `plain`, a grey level
        ("plain", "?"),
        ("near", "f4", 2),  # how dark the table is at the page, and over how many px that fades
        ("spine", "i4"),  # border beyond which the other page lies, -1 for none
        ("other", "i4"),  # its art, -1 for none
        ("gutter", "f4", 2),  # how dark, and over which share of the page
        ("aside", "f4"),  # columns that repeat at both sides, px
        ("uneven", "f4", (LIGHTS, LIGHTS)),  # gains
        ("shadow", "f4", 4),  # x + y + c of a place in px over its softness, and how dark; 0 for none
        ("covers", "f4", (COVERS, 6)),  # middle, half axes, px; angle; grey level, below 0 for none
        ("blur", "f4"),  # sigma px
        ("cut", "f4", 4),  # px at the top, right, bottom and left that lie beyond the photograph
        ("gamma", "f4"),
        ("quality", "f4"),  # of JPEG, 0 for none
        ("noise", "f4"),  # standard deviation, grey levels
    ]
)


class Choice(NamedTuple):
    """What pictures are made of: each page's width / height, and how many tables, whose side is so many px."""

    ratios: np.ndarray
    tables: int
    side: int


def places_of(height: int, width: int, scale: float) -> np.ndarray:
    """Middles of the pixels of a picture `scale` times as large as the network's, shares of the page; (h, w, 2)."""
    x = ((np.arange(width) + 0.5) / scale - MARGIN) / PAGE[0]
    y = ((np.arange(height) + 0.5) / scale - MARGIN) / PAGE[1]
    return np.stack(np.meshgrid(x, y), -1).astype(np.float32)


def draw_shot(rng: Rng, choice: Choice, kind: str | None = None) -> np.ndarray:
    """A 0-d SHOT array."""
    shot = np.zeros((), SHOT)
    shot["art"] = rng.integers(len(choice.ratios))
    ratio = choice.ratios[shot["art"]]
    surface = draw_surface(rng, ratio, kind)
    view = draw_view(rng, surface, ratio)
    flat = flat_at(view, places_of(HEIGHT // COARSE, WIDTH // COARSE, 1 / COARSE))
    shot["flat"], shot["light"] = flat.transpose(2, 0, 1), sampled(view.light, flat)
    shot["shift"], shot["bent"] = _shift(view).transpose(2, 0, 1), view.off >= BENT_MIN
    shot["paper"], shot["ink"] = rng.uniform(120, 255), rng.uniform(0, 0.7) ** 1.5
    _draw_table(rng, shot, choice)
    shot["spine"], shot["other"] = -1, -1
    if surface.spine is not None:
        shot["spine"] = surface.spine
        shot["other"] = rng.integers(len(choice.ratios)) if rng.random() < 0.75 else -1
        shot["gutter"] = rng.uniform(0, 0.5), rng.uniform(0.01, 0.06)
    # The worker looks as far to the sides as up and down: of wide pages, the last columns repeat.
    shot["aside"] = round(max(0, MARGIN - MARGIN * PAGE[0] / (PAGE[1] * ratio)) * FINE)
    _draw_light(rng, shot)
    _draw_photograph(rng, shot)
    return shot


def _shift(view: View) -> np.ndarray:
    whole = places_of(HEIGHT // CELL, WIDTH // CELL, 1 / CELL)
    edge = MARGIN // CELL
    places = whole[edge:-edge, edge:-edge]
    flat = flat_at(view, places)
    # Where paper hides paper, the inverse finds no place that is seen there.
    found = np.abs(sampled(view.seen, flat) - places).max(-1, keepdims=True) < 0.003
    shown = ((flat > -0.01) & (flat < 1.01)).all(-1, keepdims=True) & found
    return np.where(shown, (flat - places) * PAGE, np.nan).astype(np.float32)


def _draw_table(rng: Rng, shot: np.ndarray, choice: Choice) -> None:
    """What the page lies on, and how dark that is beside it."""
    shot["plain"] = rng.random() < 0.2
    shot["table"] = rng.integers(choice.tables)
    shot["table_tone"] = rng.uniform(5, 250) if shot["plain"] else rng.uniform(0.4, 1.3)
    angle, scale = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 1.2)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    shot["table_seen"] = [[cos, -sin, rng.uniform(0, choice.side)], [sin, cos, rng.uniform(0, choice.side)]]
    shot["near"] = (rng.uniform(0.1, 0.6) if rng.random() < 0.6 else 0), rng.uniform(4, 60)


def _draw_light(rng: Rng, shot: np.ndarray) -> None:
    """Uneven light, a shadow across, hands and objects over the border."""
    height, width = HEIGHT * FINE, WIDTH * FINE
    shot["uneven"] = 1 + gradient(rng, LIGHTS, LIGHTS, int(rng.integers(2, 6))) * rng.uniform(0, 0.4)
    if rng.random() < 0.2:
        angle, soft = rng.uniform(0, 2 * np.pi), rng.uniform(2, 80)
        across, down = np.cos(angle) / soft, np.sin(angle) / soft
        middle = width * rng.uniform(0.2, 0.8) * across + height * rng.uniform(0.2, 0.8) * down
        shot["shadow"] = across, down, -middle, rng.uniform(0.1, 0.5)
    shot["covers"][:, 5] = -1
    for index in range(rng.integers(1, COVERS + 1) if rng.random() < 0.3 else 0):
        centre = rng.uniform(0, 1, 2)
        centre[rng.integers(2)] = rng.choice([rng.uniform(-0.02, 0.12), rng.uniform(0.88, 1.02)])
        axes = rng.uniform(0.03, 0.15) * height, rng.uniform(0.02, 0.06) * height
        shot["covers"][index] = *(centre * (width, height)), *axes, rng.uniform(0, np.pi), rng.uniform(20, 220)


def _draw_photograph(rng: Rng, shot: np.ndarray) -> None:
    """The camera, and where its picture ends within the margin."""
    shot["blur"] = rng.uniform(0.4, 1.8) if rng.random() < 0.8 else 0
    if rng.random() < 0.08:
        shot["cut"][rng.integers(4)] = int(rng.uniform(0.1, 1.1) * MARGIN * FINE)
    shot["gamma"] = rng.uniform(0.7, 1.4)
    shot["quality"] = rng.integers(30, 95) if rng.random() < 0.5 else 0
    shot["noise"] = rng.uniform(0, 5)
