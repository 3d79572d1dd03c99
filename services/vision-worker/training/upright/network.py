"""The network: a tile of 48 × 48 grey levels → how it lies, in quarter turns clockwise, as four logits."""

import torch
from torch import nn

TURNS = 4
SIDE = 48
# Grey levels added to the deviation by which a tile is divided: an empty one stays empty.
STILLNESS = 4.0


def _stage(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class TileReader(nn.Module):
    """How upright a tile looks, asked of its four turns: no direction is preferred, and letters are learnt once.

    Some 2 million multiplications a turn; every tile is brought to mean 0 and a like contrast first.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 12, 5, 2, 2, bias=False),
            nn.BatchNorm2d(12),
            nn.ReLU(inplace=True),
            _stage(12, 24, 2),
            _stage(24, 24, 1),
            _stage(24, 32, 2),
            _stage(32, 48, 1),
            _stage(48, 64, 2),
        )
        self.head = nn.Linear(2 * 64, 1, bias=False)

    def forward(self, tiles: torch.Tensor) -> torch.Tensor:
        """(n, 1, SIDE, SIDE) of 0 to 255 → (n, TURNS) logits: how likely it lies so, clockwise."""
        centred = tiles - tiles.mean((2, 3), keepdim=True)
        deviation = centred.square().mean((2, 3), keepdim=True).sqrt()
        even = centred / (deviation + STILLNESS)
        # As torch.rot90 does, which ONNX does not have: turned back by none, one, two and three quarters.
        lying = even.transpose(2, 3)
        seen = self.body(torch.cat([even, lying.flip(2), even.flip(2, 3), lying.flip(3)]))
        upright = self.head(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1))
        return upright.reshape(TURNS, -1).T
