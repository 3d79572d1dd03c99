"""python -m training.upright.export CHECKPOINT --out FILE.onnx: the averaged weights as ONNX, with a SHA-256 file.

Input "tiles" (n, 1, 48, 48) float32 grey levels 0..255; output "logits" (n, 4): upright, turned clockwise by one, two
and three quarters.
"""

import argparse
from pathlib import Path

import torch

from ..export import Bounds, write_onnx
from .network import SIDE, TileReader

BOUNDS = Bounds(bytes=1_500_000, difference=1e-3)


def load_reader(checkpoint: Path) -> TileReader:
    reader = TileReader()
    reader.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    return reader.eval()


def export(reader: TileReader, path: Path) -> None:
    tiles = torch.rand(5, 1, SIDE, SIDE, generator=torch.Generator().manual_seed(1)) * 255
    write_onnx(reader, path, {"tiles": tiles}, ["logits"], BOUNDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(load_reader(options.checkpoint), options.out)


if __name__ == "__main__":
    main()
