"""python -m training.bend.evaluate NETWORK: how far off places are, on sheets of held-out fonts and surfaces.

NETWORK is a checkpoint.pt or an exported .onnx. By kind of bend: the mean distance of places from where they belong,
px of the network's picture (the page's longer side has 320), before and after; how many of its scales an error is, 1
where these are right; how many sheets are bent; and of these how many are surely called flat, of the others bent.
"""

import argparse
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from ..scenes.stock import add_stock_options, open_stock
from .art import draw_stock
from .export import Answering, load_finder
from .paint import paint
from .picture import draw_shot
from .surface import KINDS

# As in network-word.ts.
SURELY_FLAT, SURELY_BENT = 0.1, 0.9


def load_answering(path: Path):
    """(n, 1, h, w) float32 -> places (n, 4, rows, columns), bent (n, 1)."""
    if path.suffix == ".onnx":
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

        def run(pictures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            each = [session.run(None, {"picture": picture[None]}) for picture in pictures]
            return np.concatenate([one[0] for one in each]), np.concatenate([one[1] for one in each])

        return run
    answering = Answering(load_finder(path)).eval()

    @torch.no_grad()
    def run_torch(pictures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        places, bent = answering(torch.from_numpy(pictures))
        return places.numpy(), bent.numpy()

    return run_torch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("--count", type=int, default=60, help="sheets of each kind")
    parser.add_argument("--seed", type=int, default=900)
    add_stock_options(parser)
    options = parser.parse_args()
    stock = open_stock(options.surfaces, options.fonts, held_out=True)
    paints = draw_stock(options.seed, (4 * options.count, options.count), stock, 1)
    run = load_answering(options.network)
    print(f"{'':8}{'before':>8}{'after':>8}{'scales':>8}{'bent':>8}{'missed':>8}{'false':>8}")
    for number, kind in enumerate(KINDS):
        rngs = [np.random.default_rng([options.seed, 4, number, index]) for index in range(options.count)]
        shots = np.stack([draw_shot(rng, paints.choice(), kind) for rng in rngs])
        shifts, bent = shots["shift"], shots["bent"]
        pictures = paint(shots, paints, torch.Generator().manual_seed(options.seed))
        places, said = run(pictures.float().numpy())
        off = places[:, :2] - shifts
        before = np.nanmean(np.hypot(shifts[:, 0], shifts[:, 1]))
        after, scales = np.nanmean(np.hypot(off[:, 0], off[:, 1])), np.nanmean(np.abs(off) / places[:, 2:])
        missed, false = (said[bent == 1] <= SURELY_FLAT).sum(), (said[bent == 0] >= SURELY_BENT).sum()
        print(f"{kind:8}{before:8.2f}{after:8.2f}{scales:8.2f}{bent.mean():8.2f}{missed:8}{false:8}")


if __name__ == "__main__":
    main()
