"""python -m training.bend.export CHECKPOINT --out FILE.onnx: the averaged weights as ONNX, with a SHA-256 file.

Input "picture" (1, 1, 384, 288) float32 grey levels 0..255; outputs "places" (1, 4, 20, 14): shift across and down, px
of the picture, and the scales of their errors; "bent" (1, 1): a probability.
"""

import argparse
from pathlib import Path

import torch
from torch import nn

from ..export import Bounds, write_onnx
from .network import BendFinder
from .picture import HEIGHT, WIDTH

BOUNDS = Bounds(bytes=8_000_000, difference=1e-3)


class Answering(nn.Module):
    """The finder, answering with a probability instead of a logit."""

    def __init__(self, finder: BendFinder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        places, bent = self.finder(picture)
        return places, bent.sigmoid()


def load_finder(checkpoint: Path) -> BendFinder:
    finder = BendFinder()
    finder.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    return finder.eval()


def export(finder: BendFinder, path: Path) -> None:
    picture = torch.rand(1, 1, HEIGHT, WIDTH, generator=torch.Generator().manual_seed(1)) * 255
    write_onnx(Answering(finder).eval(), path, {"picture": picture}, ["places", "bent"], BOUNDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(load_finder(options.checkpoint), options.out)


if __name__ == "__main__":
    main()
