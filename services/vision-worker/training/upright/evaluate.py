"""python -m training.upright.evaluate CHECKPOINT --part report: how well pages in held-out fonts are read.

The worker's margin is chosen on the pages of --part choose. Every page is read as it lies upright: the network scores a
turned tile's turns alike, and the tiles of a turned page are the same, turned.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from .export import load_reader
from .fonts import FOLDER, Fonts, Part, find_fonts
from .network import TURNS, TileReader
from .page import KINDS, draw_page
from .photograph import photograph
from .scripts import SCRIPTS, UNSEEN
from .tiles import tiles_of

SEEDS: dict[Part, int] = {"choose": 910, "report": 920}
# The next two as in core/detect/upright/turns.ts.
DOUBT_OF_TILE = 0.05
MARGIN_MIN = 20
MARGINS = (0, 4, 8, 12, 16, 20, 24, 32)
LATIN_TIMES = 4


@dataclass(frozen=True)
class Row:
    script: str
    kind: str
    # Of the best turn over the next.
    margin: float
    right: bool


Rows = list[Row]


def samples(pages: int) -> Iterator[tuple[str, str, int]]:
    """Script, kind and number of each page; more in Latin, and none of handwriting in other scripts."""
    for script in ["latin", *SCRIPTS, *UNSEEN]:
        for kind in KINDS:
            if script == "latin" or kind not in {"hand", "textless"}:
                yield from ((script, kind, page) for page in range(pages * (LATIN_TIMES if script == "latin" else 1)))


def tiles_of_sample(part: Part, fonts: Fonts, sample: tuple[str, str, int]) -> np.ndarray:
    script, kind, page = sample
    scripts = ["latin", *SCRIPTS, *UNSEEN]
    rng = np.random.default_rng([SEEDS[part], scripts.index(script), list(KINDS).index(kind), page])
    return tiles_of(photograph(draw_page(rng, fonts, kind=kind, script=None if script == "latin" else script), rng))


def votes(reader: TileReader, tiles: np.ndarray) -> np.ndarray:
    """Log-likelihood of each turn, given all tiles of a page."""
    if len(tiles) == 0:
        return np.zeros(TURNS)
    with torch.no_grad():
        shares = reader(torch.from_numpy(tiles.astype(np.float32))[:, None]).softmax(1).numpy()
    return np.log((1 - DOUBT_OF_TILE) * shares + DOUBT_OF_TILE / TURNS).sum(0)


def describe(name: str, rows: Rows, margin: float) -> str:
    margins, right = np.array([row.margin for row in rows]), np.array([row.right for row in rows])
    answered = margins >= margin
    return (
        f"{name:<12} {len(right):>4} pages, margin {margin:>2}: answered {answered.mean():.3f}, "
        f"wrong {(answered & ~right).sum()}, surest wrong {max([*margins[~right], 0]):.0f}"
    )


def report(rows: Rows, margin: float) -> None:
    known = [row for row in rows if row.script not in UNSEEN]
    text = [row for row in known if row.kind != "textless"]
    for script in dict.fromkeys(row.script for row in rows):
        print(describe(script, [row for row in rows if row.script == script and row.kind != "textless"], margin))
    for kind in KINDS:
        print(describe(kind, [row for row in known if row.kind == kind], margin))
    for margin_min in MARGINS:
        print(describe("known, text", text, margin_min))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--fonts", type=Path, default=FOLDER)
    parser.add_argument("--part", choices=list(SEEDS), default="report")
    parser.add_argument("--pages", type=int, default=8, help="of each script and kind; of Latin four times as many")
    parser.add_argument("--margin", type=float, default=MARGIN_MIN)
    options = parser.parse_args()
    torch.set_num_threads(1)
    reader, fonts = load_reader(options.checkpoint), find_fonts(options.fonts, options.part)
    rows = []
    for script, kind, page in samples(options.pages):
        cast = votes(reader, tiles_of_sample(options.part, fonts, (script, kind, page)))
        *_, second, best = np.sort(cast)
        rows.append(Row(script, kind, best - second, int(cast.argmax()) == 0))
    report(rows, options.margin)


if __name__ == "__main__":
    main()
