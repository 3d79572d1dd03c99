"""python -m training.upright.evaluate CHECKPOINT: how well pages in held-out fonts are read, in all four turns."""

import argparse
from pathlib import Path

import numpy as np
import torch

from .export import load_reader
from .fonts import FOLDER, find_fonts
from .network import TURNS, TileReader
from .page import KINDS, draw_page
from .photograph import photograph
from .tiles import tiles_of

SEED = 900
"""The next two as in core/detect/upright/turns.ts."""
DOUBT_OF_TILE = 0.05
MARGIN_MIN = 32
MARGINS = (0, 4, 8, 12, 16, 24, 32)


def votes(reader: TileReader, page: np.ndarray) -> np.ndarray:
    """Log-likelihood of each turn, given all tiles of a grey page."""
    tiles = tiles_of(page)
    if len(tiles) == 0:
        return np.zeros(TURNS)
    with torch.no_grad():
        shares = reader(torch.from_numpy(tiles.astype(np.float32))[:, None]).softmax(1).numpy()
    return np.log((1 - DOUBT_OF_TILE) * shares + DOUBT_OF_TILE / TURNS).sum(0)


def read(reader: TileReader, page: np.ndarray) -> list[tuple[float, bool]]:
    """For each turn, the margin of the best reading over the next, and whether it is right."""
    readings = []
    for turn in range(TURNS):
        cast = votes(reader, np.ascontiguousarray(np.rot90(page, -turn)))
        best = np.sort(cast)
        readings.append((best[-1] - best[-2], int(cast.argmax()) == turn))
    return readings


def describe(name: str, readings: list[tuple[float, bool]], margin: float) -> str:
    margins, right = (np.array(column) for column in zip(*readings, strict=True))
    answered = margins >= margin
    wrong = (answered & ~right).sum() / max(1, answered.sum())
    return f"{name:<12} margin {margin:>2}: answered {answered.mean():.3f}, of these wrong {wrong:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--fonts", type=Path, default=FOLDER)
    parser.add_argument("--pages", type=int, default=40, help="of each kind")
    options = parser.parse_args()
    torch.set_num_threads(1)
    reader, fonts = load_reader(options.checkpoint), find_fonts(options.fonts, held_out=True)
    legible = []
    for number, kind in enumerate(KINDS):
        readings = []
        for page in range(options.pages):
            rng = np.random.default_rng([SEED, number, page])
            readings += read(reader, photograph(draw_page(rng, fonts, kind=kind), rng))
        print(describe(kind, readings, MARGIN_MIN), flush=True)
        legible += readings if kind != "textless" else []
    for margin in MARGINS:
        print(describe("with text", legible, margin))


if __name__ == "__main__":
    main()
