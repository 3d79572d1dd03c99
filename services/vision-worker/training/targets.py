"""The maps that the network should output for given documents."""

import torch

from .model import STRIDE

CORNER_SIGMA = 5.0
SIDE_SIGMA = 4.0
RAMP = 6.0
"""Input px. The inside map rises from 0 to 1 between RAMP px outside and RAMP px inside the border, so every cell
there measures its distance to the side; a line fitted to some twenty cells is far more exact than a corner's peak."""


def target_maps(quads: torch.Tensor, height: int, width: int) -> torch.Tensor:
    """quads (B, K, 4, 2) input px, NaN where absent -> (B, 3, height, width) cells 0..1: corner, inside, side."""
    count, documents = quads.shape[:2]
    absent = torch.isnan(quads[..., 0, 0])[:, :, None, None]
    corners = torch.nan_to_num(quads, nan=-1e4)
    x = (torch.arange(width, device=quads.device) + 0.5) * STRIDE
    y = (torch.arange(height, device=quads.device) + 0.5) * STRIDE
    cells = torch.stack(torch.meshgrid(x, y, indexing="xy"), -1)
    squared = ((cells - corners.reshape(count, documents * 4, 1, 1, 2)) ** 2).sum(-1)
    corner = torch.exp(-squared.amin(1) / (2 * CORNER_SIGMA**2))
    distance = _signed_distance(cells, corners).masked_fill(absent, -1e3)
    inside = (0.5 + distance / (2 * RAMP)).clamp(0, 1).amax(1)
    side = torch.exp(-(distance.abs().amin(1) ** 2) / (2 * SIDE_SIGMA**2))
    return torch.stack([corner, inside, side], 1)


def _signed_distance(cells: torch.Tensor, corners: torch.Tensor) -> torch.Tensor:
    """px to the border of convex quads, positive inside; cells (h, w, 2), corners (B, K, 4, 2) -> (B, K, h, w)."""
    start = corners[:, :, :, None, None]
    along = torch.roll(corners, -1, 2)[:, :, :, None, None] - start
    away = cells - start
    share = ((away * along).sum(-1) / ((along**2).sum(-1) + 1e-6)).clamp(0, 1)
    distance = (away - share[..., None] * along).norm(dim=-1).amin(2)
    turn = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    inside = (turn > 0).all(2) | (turn < 0).all(2)
    return torch.where(inside, distance, -distance)
