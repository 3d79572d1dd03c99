"""The network: a tile of 48 × 48 grey levels → its rotation in quarter turns clockwise, as four logits."""

import torch
from torch import nn

from ..blocks import stage

TURNS = 4
SIDE = 48
# Added to the standard deviation, in grey levels, before dividing a tile by it: an empty tile stays empty.
STILLNESS = 4.0


class TileReader(nn.Module):
    """Scores how upright each of a tile's four turns looks: no direction is preferred, and letters are learned once.

    About 2 million multiplications per turn; every tile is first normalised to mean 0 and similar contrast.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 12, 5, 2, 2, bias=False),
            nn.BatchNorm2d(12),
            nn.ReLU(inplace=True),
            stage(12, 24, 2),
            stage(24, 24, 1),
            stage(24, 32, 2),
            stage(32, 48, 1),
            stage(48, 64, 2),
        )
        self.head = nn.Linear(2 * 64, 1, bias=False)

    def forward(self, tiles: torch.Tensor) -> torch.Tensor:
        """(n, 1, SIDE, SIDE) of 0 to 255 → (n, TURNS) logits of each clockwise turn."""
        centred = tiles - tiles.mean((2, 3), keepdim=True)
        deviation = centred.square().mean((2, 3), keepdim=True).sqrt()
        even = centred / (deviation + STILLNESS)
        # Like torch.rot90, which ONNX lacks: rotated back by none, one, two and three quarters.
        transposed = even.transpose(2, 3)
        seen = self.body(torch.cat([even, transposed.flip(2), even.flip(2, 3), transposed.flip(3)]))
        upright = self.head(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1))
        return upright.reshape(TURNS, -1).T
