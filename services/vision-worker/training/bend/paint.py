"""Paints pictures of bent sheets with tensor operations; the same code on two CPU cores and on a GPU."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import torch
import torch.nn.functional as F

from ..render import shaped
from ..scenes.sensor import quantised
from .picture import COVERS, FINE, HEIGHT, PAGE, WIDTH, Choice

REACH = 5
"""Of the blur, px."""


@dataclass(frozen=True)
class Paints:
    """arts (n, h, w) uint8: flat pages in grey levels, their longer sides down; ratios (n,): their width / height;
    tables (n, side, side) uint8: what pages lie on.
    """

    arts: torch.Tensor
    ratios: np.ndarray
    tables: torch.Tensor

    def to(self, device: torch.device) -> Self:
        return self.__class__(self.arts.to(device), self.ratios, self.tables.to(device))

    def choice(self) -> Choice:
        return Choice(self.ratios, len(self.tables), self.tables.shape[2])


@dataclass(frozen=True)
class Canvas:
    """Of every pixel (B, H, W): the place of the flat page, shares of it, how bright it is; x (W,), y (H, 1) px."""

    flat: torch.Tensor
    light: torch.Tensor
    x: torch.Tensor
    y: torch.Tensor


def paint(shots: Sequence[np.ndarray], paints: Paints, generator: torch.Generator) -> torch.Tensor:
    """SHOT arrays -> (B, 1, HEIGHT, WIDTH) uint8, on the generator's device; the paints must be there too."""
    batch = np.stack(shots)
    picture = _scene(batch, paints, generator.device)
    aside = batch["aside"][:, None] * np.array([0, 1, 0, 1])
    picture = _ending(picture, aside)
    picture = _blurred(_lit(picture, batch), batch["blur"])
    picture = _ending(picture, batch["cut"])
    grey = (picture.clamp(0, 255).floor() / 255) ** shaped(picture, batch["gamma"])
    grey = _compressed((grey * 255).floor(), batch["quality"])
    small = F.avg_pool2d(grey[:, None], FINE).round()
    noise = torch.randn(small.shape, generator=generator, device=small.device)
    return (small + noise * shaped(small, batch["noise"])[:, None]).clamp(0, 255).to(torch.uint8)


def _tensor(values: np.ndarray, device: torch.device) -> torch.Tensor:
    return torch.from_numpy(values.copy()).to(device)


def _scene(batch: np.ndarray, paints: Paints, device: torch.device) -> torch.Tensor:
    """Paper on a table, in light, (B, H, W)."""
    size = (HEIGHT * FINE, WIDTH * FINE)
    coarse = _tensor(np.concatenate([batch["flat"], batch["light"][:, None]], 1), device)
    fields = F.interpolate(coarse, size, mode="bilinear", align_corners=False)
    x = torch.arange(size[1], device=device) + 0.0
    canvas = Canvas(fields[:, :2], fields[:, 2], x, torch.arange(size[0], device=device)[:, None] + 0.0)
    page = _tensor(PAGE * FINE, device).reshape(1, 2, 1, 1)
    outside = (torch.maximum(-canvas.flat, canvas.flat - 1) * page).amax(1)
    near, far = shaped(outside, batch["near"][:, 0]), shaped(outside, batch["near"][:, 1])
    picture = _table(batch, paints, canvas) * (1 - near * (-outside.clamp(min=0) / far).exp())
    paper = _printed(canvas, batch, batch["art"], paints)
    picture, paper = _beyond_spine(picture, paper, canvas, batch, paints)
    return torch.lerp(picture, paper, (0.5 - outside).clamp(0, 1))


def _printed(canvas: Canvas, batch: np.ndarray, art: np.ndarray, paints: Paints) -> torch.Tensor:
    pixels = paints.arts[_tensor(art, canvas.light.device).long()].float()[:, None]
    at = (canvas.flat * 2 - 1).permute(0, 2, 3, 1)
    seen = F.grid_sample(pixels, at, mode="bilinear", padding_mode="border", align_corners=False)[:, 0]
    ink = shaped(seen, batch["ink"])
    return shaped(seen, batch["paper"]) * (ink + (1 - ink) * seen / 255) * canvas.light


def _table(batch: np.ndarray, paints: Paints, canvas: Canvas) -> torch.Tensor:
    tiles = paints.tables[_tensor(batch["table"], canvas.light.device).long()].float()[:, None]
    move = [[shaped(tiles, batch["table_seen"][:, row, column]) for column in range(3)] for row in range(2)]
    at = [(m[0] * canvas.x + m[1] * canvas.y + m[2] + 0.5) * (2 / tiles.shape[3]) - 1 for m in move]
    seen = F.grid_sample(tiles, torch.stack(at, -1), mode="bilinear", padding_mode="reflection", align_corners=False)
    tone = shaped(tiles, batch["table_tone"])
    return torch.where(shaped(tiles, batch["plain"]) > 0, tone, seen[:, 0] * tone)


def _beyond_spine(
    picture: torch.Tensor, paper: torch.Tensor, canvas: Canvas, batch: np.ndarray, paints: Paints
) -> tuple[torch.Tensor, torch.Tensor]:
    """The other page beyond the spine, or nothing of it; and how dark the gutter makes each place."""
    used = np.flatnonzero(batch["spine"] >= 0)
    if not len(used):
        return picture, paper
    at, some = _tensor(used, picture.device), batch[used]
    down = shaped(picture, np.isin(some["spine"], (0, 2))) > 0
    first = shaped(picture, np.isin(some["spine"], (0, 3))) > 0
    across, along = canvas.flat[at, 0], canvas.flat[at, 1]
    share, beside = torch.where(down, along, across), torch.where(down, across, along)
    beyond = torch.where(first, -share, share - 1)
    # The other page ends at the spine with the border that is opposite to this one's.
    there = torch.where(first, 1 - beyond, beyond)
    flat = torch.stack([torch.where(down, across, there), torch.where(down, there, along)], 1)
    own = Canvas(flat, canvas.light[at], canvas.x, canvas.y)
    other = _printed(own, some, some["other"].clip(0), paints)
    shown = (beyond > 0) & ((beside - 0.5).abs() < 0.5) & (shaped(picture, some["other"] >= 0) > 0)
    dark, width = shaped(picture, some["gutter"][:, 0]), shaped(picture, some["gutter"][:, 1])
    shade = 1 - dark * (-beyond.abs() / width).exp()
    return (
        picture.index_copy(0, at, torch.where(shown, other, picture[at]) * shade),
        paper.index_copy(0, at, paper[at] * shade),
    )


def _ending(picture: torch.Tensor, edges: np.ndarray) -> torch.Tensor:
    """Repeats the last pixels within edges (B, 4) px: top, right, bottom, left."""
    if not edges.any():
        return picture
    height, width = picture.shape[1:]
    top, right, bottom, left = (_tensor(edge, picture.device).long() for edge in edges.T)
    y = torch.arange(height, device=picture.device)[None].clamp(top[:, None], (height - 1 - bottom)[:, None])
    x = torch.arange(width, device=picture.device)[None].clamp(left[:, None], (width - 1 - right)[:, None])
    return picture[torch.arange(len(picture), device=picture.device)[:, None, None], y[:, :, None], x[:, None]]


def _lit(picture: torch.Tensor, batch: np.ndarray) -> torch.Tensor:
    """Lit unevenly, crossed by a shadow, covered by hands and objects."""
    height, width = picture.shape[1:]
    y, x = (torch.arange(n, device=picture.device) + 0.0 for n in (height, width))
    gains = _tensor(batch["uneven"], picture.device)[:, None]
    picture = picture * F.interpolate(gains, (height, width), mode="bicubic", align_corners=True)[:, 0]
    across, down, start, dark = (shaped(picture, part) for part in batch["shadow"].T)
    picture = picture * (1 - dark * torch.sigmoid(across * x + down * y[:, None] + start))
    for index in range(COVERS):
        cover = batch["covers"][:, index]
        if (cover[:, 5] < 0).all():
            continue
        left, top, long, short, angle, tone = (shaped(picture, part) for part in cover.T)
        right, below = x - left, y[:, None] - top
        one = (right * angle.cos() + below * angle.sin()) / long.clamp(min=1)
        two = (below * angle.cos() - right * angle.sin()) / short.clamp(min=1)
        inside = (1 - torch.hypot(one, two)) * short
        picture = torch.lerp(picture, tone, ((inside + 0.5).clamp(0, 1) * (tone >= 0)))
    return picture


def _blurred(picture: torch.Tensor, sigma: np.ndarray) -> torch.Tensor:
    at = np.arange(-REACH, REACH + 1)
    kernels = np.exp(-(at**2) / (2 * np.maximum(sigma, 0.1)[:, None] ** 2))
    weights = _tensor((kernels / kernels.sum(1, keepdims=True)).astype(np.float32), picture.device)
    padded = F.pad(picture[None], [REACH] * 4, mode="replicate")
    across = F.conv2d(padded, weights[:, None, None], groups=len(picture))
    return F.conv2d(across, weights[:, None, :, None], groups=len(picture))[0]


def _compressed(picture: torch.Tensor, quality: np.ndarray) -> torch.Tensor:
    used = np.flatnonzero(quality)
    if not len(used):
        return picture
    at = _tensor(used, picture.device)
    blocks = quantised(picture[at][:, None] - 128, _tensor(quality[used], picture.device))
    return picture.index_copy(0, at, (blocks[:, 0] + 128).clamp(0, 255).round())
