"""Chooses the tiles of a page to read; core/detect/upright/tiles.ts does the same."""

import cv2
import numpy as np

SIDE = 48
# How many at full, half and quarter size.
COUNTS = (24, 8, 4)
STEP_MAX = 32


def tiles_of(page: np.ndarray) -> np.ndarray:
    """The busiest tiles of a grey page, at three sizes: (count, SIDE, SIDE) uint8."""
    chosen = []
    for count in COUNTS:
        chosen.append(_richest(page, count))
        page = halved(page)
    return np.concatenate(chosen)


def halved(page: np.ndarray) -> np.ndarray:
    height, width = page.shape[0] // 2, page.shape[1] // 2
    return cv2.resize(page[: height * 2, : width * 2], (width, height), interpolation=cv2.INTER_AREA)


def _richest(page: np.ndarray, count: int) -> np.ndarray:
    """The tiles of a centred grid whose neighbouring pixels differ most, counting differences up to STEP_MAX."""
    down, across = page.shape[0] // SIDE, page.shape[1] // SIDE
    top, left = (page.shape[0] - down * SIDE) // 2, (page.shape[1] - across * SIDE) // 2
    grid = page[top : top + down * SIDE, left : left + across * SIDE].reshape(down, SIDE, across, SIDE)
    tiles = grid.transpose(0, 2, 1, 3).reshape(-1, SIDE, SIDE)
    wide = tiles.astype(np.int16)
    here, right, below = wide[:, :-1, :-1], wide[:, :-1, 1:], wide[:, 1:, :-1]
    steps = [np.minimum(np.abs(other - here), STEP_MAX).sum((1, 2)) for other in (right, below)]
    order = np.argsort(-(steps[0] + steps[1]), kind="stable")
    return tiles[order[:count]]
