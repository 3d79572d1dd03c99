"""python -m training.upright.export CHECKPOINT --out FILE.onnx: the averaged weights as ONNX, with their SHA-256.

Input "tiles" (n, 1, 48, 48) float32 grey levels 0..255; output "logits" (n, 4): upright, turned clockwise by one, two
and three quarters.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from .network import SIDE, TileReader

OPSET = 17
BYTES_MAX = 1_500_000
DIFFERENCE_MAX = 1e-3


def load_reader(checkpoint: Path) -> TileReader:
    reader = TileReader()
    reader.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    return reader.eval()


def export(reader: TileReader, path: Path) -> None:
    """Writes the file and its checksum; refuses one that is too large or does not answer as PyTorch does."""
    tiles = torch.rand(5, 1, SIDE, SIDE, generator=torch.Generator().manual_seed(1)) * 255
    torch.onnx.export(
        reader,
        (tiles,),
        path,
        input_names=["tiles"],
        output_names=["logits"],
        dynamic_axes={"tiles": {0: "count"}, "logits": {0: "count"}},
        opset_version=OPSET,
        dynamo=False,
    )
    onnx.checker.check_model(onnx.load(path))
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    with torch.no_grad():
        difference = float(np.abs(session.run(None, {"tiles": tiles.numpy()})[0] - reader(tiles).numpy()).max())
    if difference > DIFFERENCE_MAX:
        raise RuntimeError(f"The exported network answers differently by {difference}.")
    content = path.read_bytes()
    if len(content) > BYTES_MAX:
        raise RuntimeError(f"{len(content)} bytes are more than {BYTES_MAX}.")
    path.with_suffix(".sha256").write_text(f"{hashlib.sha256(content).hexdigest()}  {path.name}\n")
    print(f"{path.name}: {len(content)} bytes, {sum(p.numel() for p in reader.parameters())} parameters")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(load_reader(options.checkpoint), options.out)


if __name__ == "__main__":
    main()
