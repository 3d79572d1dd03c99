"""python -m training.sheet --out FILE.png: generated pictures, with the true corners drawn on every second row."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from .render import Pictures, pack, render
from .scenes.atlas import build_atlas
from .scenes.draw import Canvas, draw_scene
from .scenes.stock import add_stock_options, open_stock


def contact_sheet(pictures: Pictures, columns: int) -> np.ndarray:
    """(rows * H, columns * W, 3) uint8 RGB."""
    tiles = pictures.images.permute(0, 2, 3, 1).cpu().numpy().copy()
    for index, (tile, quads) in enumerate(zip(tiles, pictures.quads.cpu().numpy(), strict=True)):
        if index // columns % 2:
            outlines = [np.int32(quad * 16) for quad in quads if not np.isnan(quad).any()]
            cv2.polylines(tile, outlines, True, (255, 0, 0), 1, cv2.LINE_AA, 4)
    rows = [np.hstack(tiles[start : start + columns]) for start in range(0, len(tiles) - columns + 1, columns)]
    return np.vstack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=48)
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--kind", help="only pictures of this kind, see scenes.KINDS")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pages", default="", help="only pages of these kinds, with commas")
    add_stock_options(parser)
    options = parser.parse_args()
    stock = open_stock(options.surfaces, options.fonts, options.pages)
    canvas, atlas = Canvas(256, 192), build_atlas(options.seed, (60, 50), 256, stock=stock)
    scenes, index = [], 0
    while len(scenes) < options.count:
        scene = draw_scene((options.seed, index), atlas.catalogue, canvas)
        if options.kind in (None, scene.kind):
            scenes.append(scene)
        index += 1
    pictures = render(pack(scenes), atlas, canvas, torch.Generator().manual_seed(options.seed))
    cv2.imwrite(str(options.out), contact_sheet(pictures, options.columns)[..., ::-1])


if __name__ == "__main__":
    main()
