"""python -m training.bend.sheet --out FILE.png: a contact sheet, a row per kind: what is seen, and the true answer."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from ..scenes.stock import add_stock_options, open_stock
from .art import draw_stock
from .paint import paint
from .picture import CELL, HEIGHT, MARGIN, WIDTH, draw_shot
from .surface import KINDS


def with_grid(picture: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """From the middle of each cell to where what is seen there belongs, (h, w, 3)."""
    picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    rows, columns = shift.shape[1:]
    for row in range(rows):
        for column in range(columns):
            start = np.array([MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL])
            if not np.isnan(shift[:, row, column]).any():
                end = start + shift[:, row, column]
                cv2.line(picture, tuple(start.astype(int)), tuple(end.astype(int)), (0, 0, 255), 1, cv2.LINE_AA)
                cv2.circle(picture, tuple(end.astype(int)), 1, (255, 120, 0), -1)
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--columns", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    add_stock_options(parser)
    options = parser.parse_args()
    paints = draw_stock(options.seed, (80, 40), open_stock(options.surfaces, options.fonts), 2)
    sheet = np.full((len(KINDS) * HEIGHT, 2 * options.columns * WIDTH, 3), 90, np.uint8)
    for row, kind in enumerate(KINDS):
        rngs = [np.random.default_rng([options.seed, row, column]) for column in range(options.columns)]
        shots = [draw_shot(rng, paints.choice(), kind) for rng in rngs]
        pictures = paint(shots, paints, torch.Generator().manual_seed(row))[:, 0].numpy()
        for column, (shot, picture) in enumerate(zip(shots, pictures, strict=True)):
            both = np.hstack([cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), with_grid(picture, shot["shift"])])
            sheet[row * HEIGHT :, column * 2 * WIDTH :][: both.shape[0], : both.shape[1]] = both
    cv2.imwrite(str(options.out), sheet)


if __name__ == "__main__":
    main()
