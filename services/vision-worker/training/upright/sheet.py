"""python -m training.upright.sheet --out FILE.png: a contact sheet of drawn pages, one row per script or kind."""

import argparse
from pathlib import Path

import cv2
import numpy as np

from .fonts import FOLDER, find_fonts
from .page import KINDS, draw_page
from .photograph import photograph
from .scripts import SCRIPTS

SIDE = 420


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, default=FOLDER)
    parser.add_argument("--kind", choices=list(KINDS), help="one row per script; otherwise one per kind, any script")
    parser.add_argument("--columns", type=int, default=5)
    options = parser.parse_args()
    fonts = find_fonts(options.fonts, "train")
    rows = [(options.kind, script) for script in [None, *SCRIPTS]] if options.kind else [(k, "any") for k in KINDS]
    sheet = np.full((len(rows) * SIDE, options.columns * SIDE), 90, np.uint8)
    for row, (kind, script) in enumerate(rows):
        for column in range(options.columns):
            rng = np.random.default_rng([7, row, column])
            page = photograph(draw_page(rng, fonts, 0.5, kind, script), rng)
            page = page[:SIDE, :SIDE]
            sheet[row * SIDE :, column * SIDE :][: page.shape[0], : page.shape[1]] = page
    cv2.imwrite(str(options.out), sheet)


if __name__ == "__main__":
    main()
