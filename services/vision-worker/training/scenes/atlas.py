"""Pages and backgrounds painted once and pasted into many scenes."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
import torch

from .backgrounds import paint_background
from .pages import paint_page
from .stock import PAINT, REAL_SHARE, Stock, cut_picture

LEVELS = 4
"""Each level is half the size of the one before, so that a small page is sampled without aliasing."""


@dataclass(frozen=True)
class Catalogue:
    """What scenes need to know about the pictures, by index; pages come first, then backgrounds.

    kinds: page kinds, or "background"; ratios: height / width; papers (n, 3) RGB: margin colour of a page;
    means (n, 3) RGB; side: px of the square tiles.
    """

    kinds: tuple[str, ...]
    ratios: np.ndarray
    papers: np.ndarray
    means: np.ndarray
    side: int

    @property
    def pages(self) -> int:
        return sum(kind != "background" for kind in self.kinds)


@dataclass(frozen=True)
class Atlas:
    """A catalogue and, per level, the tiles (n, 3, side >> level, side >> level) uint8 RGB.

    A picture keeps its proportions, at the top left of its tile; the rest repeats its last row and column.
    """

    catalogue: Catalogue
    levels: tuple[torch.Tensor, ...]

    def to(self, device: torch.device) -> "Atlas":
        return Atlas(self.catalogue, tuple(level.to(device) for level in self.levels))


def _page_tile(side: int, stock: Stock, seed: tuple[int, ...]) -> tuple:
    page = paint_page(np.random.default_rng(seed), side, stock)
    height, width = page.pixels.shape[:2]
    tile = np.pad(page.pixels, ((0, side - height), (0, side - width), (0, 0)), mode="edge")
    return tile, page.kind, height / width, page.paper, page.pixels.mean((0, 1))


def _background_tile(side: int, stock: Stock, seed: tuple[int, ...]) -> tuple:
    rng = np.random.default_rng(seed)
    real = stock.pictures and rng.random() < REAL_SHARE
    pixels = cut_picture(rng, stock.pictures, side, side) if real else paint_background(rng, side)
    mean = pixels.mean((0, 1))
    return pixels, "background", 1.0, mean, mean


def build_atlas(seed: int, counts: tuple[int, int], side: int, processes: int = 1, stock: Stock = PAINT) -> Atlas:
    """Paints counts = (pages, backgrounds) tiles of `side` px; the result depends on the seed, not on `processes`."""
    pages = [(seed, 0, index) for index in range(counts[0])]
    backgrounds = [(seed, 1, index) for index in range(counts[1])]
    paint_one, paint_other = partial(_page_tile, side, stock), partial(_background_tile, side, stock)
    if processes > 1:
        with ProcessPoolExecutor(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
            tiles = list(pool.map(paint_one, pages, chunksize=16))
            tiles += pool.map(paint_other, backgrounds, chunksize=16)
    else:
        tiles = [*map(paint_one, pages), *map(paint_other, backgrounds)]
    pixels, kinds, ratios, papers, means = zip(*tiles, strict=True)
    catalogue = Catalogue(kinds, np.float32(ratios), np.float32(papers), np.float32(means), side)
    return Atlas(catalogue, _pyramid(np.stack(pixels)))


def _pyramid(tiles: np.ndarray) -> tuple[torch.Tensor, ...]:
    """(n, side, side, 3) -> LEVELS tensors (n, 3, side >> level, side >> level)."""
    side = tiles.shape[1]
    levels = []
    for level in range(LEVELS):
        size = (side >> level, side >> level)
        small = np.stack([cv2.resize(tile, size, interpolation=cv2.INTER_AREA) for tile in tiles])
        levels.append(torch.from_numpy(small).permute(0, 3, 1, 2).contiguous())
    return tuple(levels)
