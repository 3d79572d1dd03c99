"""The finder: a small fully convolutional network for corners, insides and sides of documents.

Corners are unordered: pages come at every angle, and "top left first" has a discontinuity where two channels would
swap. A single channel has none, handles several documents, and decode.py groups its corners by sides and insides.
"""

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn

STRIDE = 4
"""Input px per cell of the maps."""
MAPS = ("corner", "inside", "side")
FLAGS = ("present", "full_frame", "several")


@dataclass(frozen=True)
class Shape:
    """A network's dimensions: px of its upright input, channels of its four stages, channels of its pyramid."""

    height: int
    width: int
    channels: tuple[int, int, int, int]
    pyramid: int


PRESETS = {
    "small": Shape(256, 192, (16, 24, 48, 64), 32),
    "large": Shape(320, 240, (24, 40, 80, 112), 48),
}


def convolution(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two 3 x 3 convolutions with a skip connection, the first one dilated."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = convolution(channels, channels, dilation=dilation)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """(B, 3, H, W) RGB 0..1, H and W multiples of 16 -> maps (B, 3, H / 4, W / 4) and flags (B, 3), both logits."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        one, two, three, four = shape.channels
        wide = shape.pyramid
        self.stage1 = convolution(3, one, 2)
        self.stage2 = nn.Sequential(convolution(one, two, 2), Residual(two))
        self.stage3 = nn.Sequential(convolution(two, three, 2), Residual(three), Residual(three))
        dilated = [Residual(four, dilation) for dilation in (1, 2, 4, 1)]
        self.stage4 = nn.Sequential(convolution(three, four, 2), *dilated)
        self.lateral2, self.lateral3, self.lateral4 = (nn.Conv2d(channels, wide, 1) for channels in (two, three, four))
        self.merge3, self.merge2 = convolution(wide, wide), convolution(wide, wide)
        self.head = nn.Conv2d(wide, len(MAPS), 1)
        self.flags = nn.Sequential(nn.Linear(2 * four, 32), nn.ReLU(inplace=True), nn.Linear(32, len(FLAGS)))
        # Corners and sides are rare: starting from "nowhere" saves the first few hundred steps.
        nn.init.constant_(self.head.bias, -2.0)

    def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        fine = self.stage2(self.stage1((images - 0.45) * 4))
        middle = self.stage3(fine)
        coarse = self.stage4(middle)
        merged = self.merge3(self.lateral3(middle) + _doubled(self.lateral4(coarse)))
        merged = self.merge2(self.lateral2(fine) + _doubled(merged))
        summary = torch.cat([coarse.mean((2, 3)), coarse.amax((2, 3))], 1)
        return self.head(merged), self.flags(summary)


def _doubled(maps: torch.Tensor) -> torch.Tensor:
    return F.interpolate(maps, scale_factor=2.0, mode="bilinear", align_corners=False)


def save_finder(finder: Finder) -> dict:
    """The input of `load_finder`."""
    return {"shape": asdict(finder.shape), "weights": finder.state_dict()}


def load_finder(saved: dict) -> Finder:
    shape = saved["shape"]
    finder = Finder(Shape(**{**shape, "channels": tuple(shape["channels"])}))
    finder.load_state_dict(saved["weights"])
    return finder
