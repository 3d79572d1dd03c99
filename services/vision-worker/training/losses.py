"""The loss of the maps and flags."""

import torch
import torch.nn.functional as F

from .model import STRIDE
from .targets import target_maps

WINDOW = 3
"""Cells on each side of a corner over which the centroid is taken."""


def finder_loss(
    maps: torch.Tensor, flags: torch.Tensor, quads: torch.Tensor, truth: torch.Tensor
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """maps, flags: the network's logits; quads (B, K, 4, 2) input px; truth (B, 3) flags -> the loss and its parts."""
    corner, inside, side = _map_losses(maps, quads)
    place = _corner_offset(maps[:, 0], quads)
    flag = F.binary_cross_entropy_with_logits(flags, truth)
    total = 8 * corner + 2 * inside + 4 * side + 0.15 * place + 0.25 * flag
    parts = {"corner": corner, "inside": inside, "side": side, "place": place, "flag": flag, "total": total}
    return total, {name: value.detach() for name, value in parts.items()}


def _map_losses(maps: torch.Tensor, quads: torch.Tensor) -> torch.Tensor:
    """Cross-entropy to soft targets minus their entropy, so a perfect map scores 0; rare cells weigh more. (3,)"""
    target = target_maps(quads, *maps.shape[2:])
    safe = target.clamp(1e-4, 1 - 1e-4)
    entropy = -(safe * safe.log() + (1 - safe) * (1 - safe).log())
    excess = F.binary_cross_entropy_with_logits(maps, target, reduction="none") - entropy
    corner, inside, side = target.unbind(1)
    border = ((inside > 0) & (inside < 1)).float()
    weight = torch.stack([1 + 12 * corner, 1 + 3 * border, 1 + 4 * side], 1)
    return (excess * weight).mean((0, 2, 3))


def _corner_offset(logits: torch.Tensor, quads: torch.Tensor) -> torch.Tensor:
    """Distance in cells from true corners to the map's centroid around them; windows are jittered by up to a cell."""
    height, width = logits.shape[1:]
    corners = quads.flatten(1, 2) / STRIDE - 0.5
    limit = torch.tensor([width - 0.5, height - 0.5], device=quads.device)
    picture, index = ((corners > -0.5) & (corners < limit)).all(-1).nonzero(as_tuple=True)
    if len(picture) == 0:
        return logits.sum() * 0
    corner = corners[picture, index]
    centre = corner.round().long() + torch.randint(-1, 2, corner.shape, device=quads.device)
    offsets = torch.arange(-WINDOW, WINDOW + 1, device=quads.device)
    x, y = centre[:, :1] + offsets, centre[:, 1:] + offsets
    seen = ((x >= 0) & (x < width))[:, None, :] & ((y >= 0) & (y < height))[:, :, None]
    window = logits[picture[:, None, None], y.clamp(0, height - 1)[:, :, None], x.clamp(0, width - 1)[:, None, :]]
    scores = (F.logsigmoid(window) * 1.5).masked_fill(~seen, -30.0)
    share = torch.softmax(scores.flatten(1), 1).view_as(window)
    centroid = torch.stack([(share.sum(1) * x).sum(1), (share.sum(2) * y).sum(1)], 1)
    return F.smooth_l1_loss(centroid, corner, beta=0.3)
