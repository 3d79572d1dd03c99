"""python -m training.generate --count 300 --long-side 1000 --out DIR: generated photographs with their true corners.

The folder is laid out like the evaluation folder: documents/annotations.json with images/, negatives/index.json and
flat/index.json with files/. Corners are pixels of the file, clockwise from the page's own top left.
"""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import torch

from .render import pack, render
from .scenes.atlas import Atlas, build_atlas
from .scenes.draw import Canvas, Scene, draw_scene
from .scenes.stock import add_stock_options, open_stock

PICTURES_PER_ATLAS = 150
TILES = (60, 40)
LYING_SHARE = 0.4
FOLDERS = {"documents": "images", "negatives": "files", "flat": "files"}
INDEXES = {"documents": "annotations.json", "negatives": "index.json", "flat": "index.json"}


@dataclass
class Library:
    """Writes pictures into the folder and collects the entries of the indexes."""

    root: Path
    family: str
    entries: dict[str, list[dict]] = field(default_factory=lambda: {name: [] for name in FOLDERS})

    def add(self, name: str, scene: Scene, pixels: np.ndarray, quads: np.ndarray) -> None:
        """pixels (h, w, 3) uint8 RGB; quads (n, 4, 2) px of these."""
        shelf = {"empty": "negatives", "scan": "flat"}.get(scene.kind, "documents")
        if shelf == "documents" and not len(quads):
            shelf = "negatives"
        folder = self.root / shelf / FOLDERS[shelf]
        folder.mkdir(parents=True, exist_ok=True)
        quality = int(scene.sensor["quality"]) or 92
        cv2.imwrite(str(folder / name), pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
        height, width = pixels.shape[:2]
        entry = {
            "file": name,
            "repo": f"generated/{self.family}",
            "width": width,
            "height": height,
            "exif_orientation": 1,
        }
        if shelf == "documents":
            entry |= _truth(quads, width, height)
        self.entries[shelf].append(entry)

    def close(self) -> None:
        for shelf, entries in self.entries.items():
            (self.root / shelf).mkdir(parents=True, exist_ok=True)
            (self.root / shelf / INDEXES[shelf]).write_text(json.dumps(entries, indent=1) + "\n")


def _truth(quads: np.ndarray, width: int, height: int) -> dict:
    inside = (quads[0] >= 0).all(1) & (quads[0] <= [width, height]).all(1)
    return {
        "corners": np.round(quads[0], 2).tolist(),
        "corner_state": ["visible" if seen else "extrapolated" for seen in inside],
        "others": np.round(quads[1:], 2).tolist(),
        "precision": "good",
        "tags": ["generated"] + ["several"] * int(len(quads) > 1),
    }


def picture(scene: Scene, atlas: Atlas, canvas: Canvas, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The scene's frame as pixels (h, w, 3) uint8 RGB and its quads (n, 4, 2) px, some turned to landscape."""
    scene.sensor["quality"], generator = 0, torch.Generator().manual_seed(seed)
    pictures = render(pack([scene]), atlas, canvas, generator)
    frame = scene.frame
    rows, columns = slice(frame.top, frame.top + frame.height), slice(frame.left, frame.left + frame.width)
    pixels = pictures.images[0].permute(1, 2, 0).numpy()[rows, columns]
    quads = scene.quads[~np.isnan(scene.quads[:, 0, 0])] - [frame.left, frame.top]
    if np.random.default_rng((seed, 1)).random() < LYING_SHARE:
        pixels = np.rot90(pixels, -1)
        quads = np.stack([frame.height - quads[..., 1], quads[..., 0]], -1)
    return np.ascontiguousarray(pixels), quads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--long-side", type=int, default=1000, help="px")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", default="all", help="its name, by which the score sums up")
    parser.add_argument("--pages", default="", help="only pages of these kinds, with commas")
    parser.add_argument("--held-out", action="store_true", help="of surfaces and fonts that training never sees")
    add_stock_options(parser)
    options = parser.parse_args()
    torch.set_num_threads(1)
    canvas, library = Canvas(options.long_side, options.long_side, fill=1), Library(options.out, options.family)
    stock = open_stock(options.surfaces, options.fonts, options.pages, options.held_out)
    for index in range(options.count):
        if index % PICTURES_PER_ATLAS == 0:
            seed = options.seed * 1000 + index // PICTURES_PER_ATLAS
            atlas = build_atlas(seed, TILES, options.long_side, stock=stock)
        scene = draw_scene((options.seed, index), atlas.catalogue, canvas)
        quality = int(scene.sensor["quality"])
        pixels, quads = picture(scene, atlas, canvas, options.seed * 1_000_003 + index)
        scene.sensor["quality"] = quality
        library.add(f"{options.seed}-{index:05d}.jpg", scene, pixels, quads)
    library.close()


if __name__ == "__main__":
    main()
