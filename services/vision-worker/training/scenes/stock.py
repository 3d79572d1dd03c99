"""What pages and surfaces are made of beside paint: pictures of real surfaces and scenes, and fonts."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..upright.fonts import Fonts, find_fonts
from .noise import Rng

REAL_SHARE = 0.5
"""Of the surfaces, where there are pictures."""
TYPESET_SHARE = 0.4
"""Of the pages, where there are fonts."""


@dataclass(frozen=True)
class Stock:
    """pictures: files of real surfaces and scenes; fonts: for typeset pages; kinds: weights of page kinds, or all."""

    pictures: tuple[str, ...] = ()
    fonts: Fonts | None = None
    kinds: Mapping[str, float] | None = None


PAINT = Stock()


def add_stock_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--surfaces", type=Path, help="folder of pictures of surfaces and scenes (training.surfaces)")
    parser.add_argument("--fonts", type=Path, help="folder of fonts, for typeset pages")


def open_stock(surfaces: Path | None, fonts: Path | None, kinds: str = "", held_out: bool = False) -> Stock:
    """Every eighth picture, and some fonts, are held out: families to judge by are made of those alone."""
    files = sorted(str(path) for path in surfaces.iterdir()) if surfaces else []
    kept = [file for index, file in enumerate(files) if (index % 8 == 7) == held_out]
    return Stock(
        tuple(kept),
        find_fonts(fonts, "report" if held_out else "train") if fonts else None,
        dict.fromkeys(kinds.split(","), 1.0) if kinds else None,
    )


def cut_picture(rng: Rng, pictures: tuple[str, ...], width: int, height: int) -> np.ndarray:
    """A random part of a random picture, turned, mirrored and recoloured a little, (height, width, 3) uint8 RGB."""
    pixels = cv2.imread(pictures[rng.integers(len(pictures))], cv2.IMREAD_COLOR)[..., ::-1]
    pixels = np.rot90(pixels, rng.integers(4))[:, :: rng.choice([-1, 1])]
    share = rng.uniform(0.35, 1) * min(pixels.shape[1] / width, pixels.shape[0] / height)
    wide, high = max(8, int(width * share)), max(8, int(height * share))
    left, top = rng.integers(pixels.shape[1] - wide + 1), rng.integers(pixels.shape[0] - high + 1)
    part = cv2.resize(
        np.ascontiguousarray(pixels[top : top + high, left : left + wide]),
        (width, height),
        interpolation=cv2.INTER_AREA,
    )
    gains = rng.uniform(0.6, 1.25) * rng.uniform(0.9, 1.1, 3)
    return np.clip(part * gains, 0, 255).astype(np.uint8)
