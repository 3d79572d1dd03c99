"""Flat pages and table tops, painted once and used for many pictures."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial

import cv2
import numpy as np
import torch

from ..scenes.backgrounds import paint_background
from ..scenes.pages import paint_page
from ..scenes.stock import REAL_SHARE, Stock, cut_picture
from ..upright.page import draw_page
from .paint import Paints
from .picture import FINE, PAGE

WRITTEN = 0.7
"""Of the pages; the others are painted as for the corner finder."""
SHARE = 0.5
TILE = 384


def draw_art(stock: Stock, seed: tuple[int, ...]) -> tuple[np.ndarray, float]:
    """A flat page in grey levels, and its width / height."""
    rng = np.random.default_rng(seed)
    if stock.fonts and rng.random() < WRITTEN:
        pixels = draw_page(rng, stock.fonts, SHARE)
    else:
        pixels = cv2.cvtColor(paint_page(rng, 640, stock).pixels, cv2.COLOR_RGB2GRAY)
    if pixels.shape[1] > pixels.shape[0]:
        pixels = np.ascontiguousarray(np.rot90(pixels, rng.choice([1, 3])))
    ratio = pixels.shape[1] / pixels.shape[0]
    size = tuple(int(side) for side in PAGE * FINE)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), ratio


def draw_table(stock: Stock, seed: tuple[int, ...]) -> np.ndarray:
    rng = np.random.default_rng(seed)
    real = stock.pictures and rng.random() < REAL_SHARE
    pixels = cut_picture(rng, stock.pictures, TILE, TILE) if real else paint_background(rng, TILE)
    return cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)


def draw_stock(seed: int, counts: tuple[int, int], stock: Stock, processes: int) -> Paints:
    """counts: (pages, tables)."""
    pages = [(seed, 0, index) for index in range(counts[0])]
    tables = [(seed, 1, index) for index in range(counts[1])]
    with ProcessPoolExecutor(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        arts, ratios = zip(*pool.map(partial(draw_art, stock), pages, chunksize=16), strict=True)
        drawn = list(pool.map(partial(draw_table, stock), tables, chunksize=16))
    return Paints(torch.from_numpy(np.stack(arts)), np.array(ratios), torch.from_numpy(np.stack(drawn)))
