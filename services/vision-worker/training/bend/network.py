"""The network: a straightened page with its margin -> where its places belong, how sure that is, whether it is bent."""

import torch
from torch import nn

from ..blocks import stage
from .picture import CELL, COLUMNS, HEIGHT, MARGIN, ROWS, WIDTH

CHANNELS = 192
BLOCKS = 6
LEAST = 0.05
"""Smallest scale of an error, px."""


class Mixing(nn.Module):
    """Each place hears of its neighbours, then of its whole row and column, along which lines leave their level."""

    def __init__(self, channels: int, rows: int, columns: int) -> None:
        super().__init__()
        self.near = nn.Sequential(
            nn.Conv2d(channels, channels, 5, 1, 2, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, 2 * channels, 1),
            nn.ReLU(inplace=True),
            nn.Conv2d(2 * channels, channels, 1),
        )
        self.even = nn.BatchNorm2d(channels)
        self.along = nn.Linear(columns, columns)
        self.down = nn.Linear(rows, rows)
        self.merge = nn.Conv2d(channels, channels, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        seen = seen + self.near(seen)
        even = self.even(seen)
        across = self.along(even) + self.down(even.transpose(2, 3)).transpose(2, 3)
        return seen + self.merge(torch.relu(across))


class BendFinder(nn.Module):
    """About 0.9 billion multiplications."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 24, 5, 2, 2, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(inplace=True),
            stage(24, 48, 2),
            stage(48, 96, 2),
            stage(96, 96, 1),
            stage(96, CHANNELS, 2),
            *(Mixing(CHANNELS, HEIGHT // CELL, WIDTH // CELL) for _ in range(BLOCKS)),
        )
        self.head = nn.Conv2d(CHANNELS, 4, 1)
        self.verdict = nn.Linear(2 * CHANNELS, 1)

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(n, 1, HEIGHT, WIDTH) of 0 to 255 -> (n, 4, ROWS, COLUMNS): shift across and down, and scales of their
        errors, all px of the picture; (n, 1): logits of a bent page.
        """
        centred = picture - picture.mean((2, 3), keepdim=True)
        even = centred / (centred.square().mean((2, 3), keepdim=True).sqrt() + 8)
        seen = self.body(even)
        bent = self.verdict(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1))
        edge = MARGIN // CELL
        answer = self.head(seen)[:, :, edge : edge + ROWS, edge : edge + COLUMNS]
        return torch.cat([8 * answer[:, :2], nn.functional.softplus(answer[:, 2:]) + LEAST], 1), bent


def bend_loss(
    answer: torch.Tensor, bent: torch.Tensor, shift: torch.Tensor, truth: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Laplace's negative log-likelihood of the shifts, and the verdict's.

    Of the likelihood alone, what it calls unsure learns least: its gradient falls with the scale. So each place is
    weighted by a root of its scale (Seitzer et al. 2022, arXiv:2203.09168).

    shift: (n, 2, ROWS, COLUMNS), NaN where unknown; truth: (n,), 0 or 1
    """
    known = ~shift.isnan()
    scale = answer[:, 2:]
    off = (answer[:, :2] - torch.nan_to_num(shift)).abs()
    each = scale.detach().sqrt() * (off / scale + scale.log())
    return each[known].mean(), nn.functional.binary_cross_entropy_with_logits(bent[:, 0], truth)
