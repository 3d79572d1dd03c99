"""python -m training.export CHECKPOINT --out FILE.onnx: the averaged weights as ONNX, with a SHA-256 file.

Input "image" (1, 3, H, W) float32 RGB 0..1, upright, letterboxed on black by network.letterbox. Outputs "maps"
(1, 3, H / 4, W / 4) corner, inside, side and "flags" (1, 3) present, full frame, several; all probabilities.
"""

import argparse
import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from .model import Finder, load_finder

OPSET = 17


@dataclass(frozen=True)
class Bounds:
    """Limits of an exported file: its size in bytes, and how far its output may differ from PyTorch's."""

    bytes: int
    difference: float


BOUNDS = Bounds(bytes=8_000_000, difference=1e-4)


class Answering(nn.Module):
    """The finder, answering with probabilities instead of logits."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        maps, flags = self.finder(image)
        return maps.sigmoid(), flags.sigmoid()


def export(finder: Finder, path: Path) -> None:
    image = torch.rand(1, 3, finder.shape.height, finder.shape.width, generator=torch.Generator().manual_seed(1))
    write_onnx(Answering(finder).eval(), path, {"image": image}, ["maps", "flags"], BOUNDS)


def write_onnx(
    network: nn.Module, path: Path, example: dict[str, torch.Tensor], outputs: list[str], bounds: Bounds
) -> None:
    """Writes the file and its checksum, after checking it against its bounds.

    example: inputs by name; if the first has a batch of several, the file accepts any batch size.
    """
    several = len(next(iter(example.values()))) > 1
    torch.onnx.export(
        network,
        tuple(example.values()),
        path,
        input_names=list(example),
        output_names=outputs,
        dynamic_axes={name: {0: "count"} for name in (*example, *outputs)} if several else None,
        opset_version=OPSET,
        dynamo=False,
    )
    onnx.checker.check_model(onnx.load(path))
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    answers = session.run(None, {name: value.numpy() for name, value in example.items()})
    with torch.no_grad():
        expected = network(*example.values())
    expected = (expected,) if isinstance(expected, torch.Tensor) else expected
    for ours, theirs in zip(answers, expected, strict=True):
        difference = float(np.abs(ours - theirs.numpy()).max())
        if difference > bounds.difference:
            raise RuntimeError(f"The exported network answers differently by {difference}.")
    content = path.read_bytes()
    if len(content) > bounds.bytes:
        raise RuntimeError(f"{len(content)} bytes are more than {bounds.bytes}.")
    path.with_suffix(".sha256").write_text(f"{hashlib.sha256(content).hexdigest()}  {path.name}\n")
    print(f"{path.name}: {len(content)} bytes, {sum(p.numel() for p in network.parameters())} parameters")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    saved = torch.load(options.checkpoint, map_location="cpu", weights_only=True)
    export(load_finder(saved.get("average", saved)), options.out)


if __name__ == "__main__":
    main()
