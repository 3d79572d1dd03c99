"""Paints a batch of scenes with tensor operations; the same code on two CPU cores and on a GPU."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from .scenes.atlas import Atlas
from .scenes.draw import Canvas, Scene
from .scenes.layers import BENDS, LAYER
from .scenes.sensor import expose


@dataclass(frozen=True)
class Pictures:
    """images (B, 3, H, W) uint8 RGB; quads (B, DOCUMENTS_MAX, 4, 2) canvas px, NaN where absent; flags (B, 3)."""

    images: torch.Tensor
    quads: torch.Tensor
    flags: torch.Tensor


@dataclass(frozen=True)
class SceneBatch:
    """Scenes as a few arrays: layers (B, depth), using the first `counts` (B,) of each row; sensors (B,);
    frames (B, 4): left, top, width, height; quads and flags as in Pictures.
    """

    layers: np.ndarray
    counts: np.ndarray
    sensors: np.ndarray
    frames: np.ndarray
    quads: np.ndarray
    flags: np.ndarray


@dataclass
class Spot:
    """Position of every canvas pixel on a box: u, v (B, H, W), 0..1 inside, and how fast they change per px."""

    u: torch.Tensor
    v: torch.Tensor
    slope_u: torch.Tensor
    slope_v: torch.Tensor


def pack(scenes: Sequence[Scene]) -> SceneBatch:
    counts = np.array([len(scene.layers) for scene in scenes])
    layers = np.zeros((len(scenes), counts.max()), LAYER)
    for row, scene in zip(layers, scenes, strict=True):
        row[: len(scene.layers)] = scene.layers
    frames = [(s.frame.left, s.frame.top, s.frame.width, s.frame.height) for s in scenes]
    sensors, quads = np.stack([s.sensor for s in scenes]), np.stack([s.quads for s in scenes])
    return SceneBatch(layers, counts, sensors, np.array(frames), quads, np.stack([s.flags for s in scenes]))


def render(batch: SceneBatch, atlas: Atlas, canvas: Canvas, generator: torch.Generator) -> Pictures:
    """The generator provides the noise and determines the device; the atlas must be on it too."""
    device = generator.device
    images = torch.zeros(len(batch.counts), 3, canvas.height, canvas.width, device=device)
    for depth in range(batch.layers.shape[1]):
        chosen = np.flatnonzero(batch.counts > depth)
        layers = batch.layers[chosen, depth]
        left, top, right, bottom = _window(layers, canvas)
        if left >= right or top >= bottom:
            continue
        at = torch.from_numpy(chosen).to(device)
        window = images[at, :, top:bottom, left:right]
        images[at, :, top:bottom, left:right] = _painted(window, layers, atlas, (left, top))
    light = _lighting(batch.sensors["light"], images)
    images = expose(images * light, batch.sensors, generator) * _inside(batch.frames, images)
    quads, flags = torch.from_numpy(batch.quads).to(device), torch.from_numpy(batch.flags).to(device)
    return Pictures(images.to(torch.uint8), quads, flags)


def _window(layers: np.ndarray, canvas: Canvas) -> tuple[int, int, int, int]:
    """The part of the canvas that the layers reach: left, top, right, bottom, px."""
    first = np.floor(layers["bounds"][:, :2].min(0)).clip(0, [canvas.width, canvas.height])
    last = np.ceil(layers["bounds"][:, 2:].max(0)).clip(0, [canvas.width, canvas.height])
    return int(first[0]), int(first[1]), int(last[0]), int(last[1])


def _inside(frames: np.ndarray, like: torch.Tensor) -> torch.Tensor:
    """1 on the picture, 0 on the canvas around it, (B, 1, H, W)."""
    left, top, width, height = (shaped(like, frames[:, index]) for index in range(4))
    x = torch.arange(like.shape[3], device=like.device)
    y = torch.arange(like.shape[2], device=like.device)[:, None]
    return ((x >= left) & (x < left + width) & (y >= top) & (y < top + height)).float()[:, None]


def _lighting(gains: np.ndarray, like: torch.Tensor) -> torch.Tensor:
    """The coarse grids of gains, interpolated over the canvas, (B, 1, H, W)."""
    field = torch.from_numpy(np.ascontiguousarray(gains))[:, None].to(like.device)
    return F.interpolate(field, like.shape[2:], mode="bicubic", align_corners=True).clamp(0.05, 3)


def shaped(like: torch.Tensor, values: np.ndarray) -> torch.Tensor:
    """(B,) -> (B, 1, 1) on the device of `like`."""
    # A copy has strides that PyTorch takes, where a row of a structured array has not.
    return torch.from_numpy(values.copy()).to(like.device).reshape(-1, 1, 1)


def _painted(images: torch.Tensor, layers: np.ndarray, atlas: Atlas, start: tuple[int, int]) -> torch.Tensor:
    """Paints a layer (B,) LAYER over every picture (B, 3, H, W), which start at `start` (x, y) of the canvas."""
    spot = _spot(images, layers, start)
    shade = _bent(spot, layers)
    inside = _distance_inside(spot, layers)
    inside, shade = _torn(spot, layers, inside, shade)
    soft = shaped(images, layers["soft"])
    cover = (inside / soft + 0.5).clamp(0, 1)
    if (layers["soft"] > 1).any():
        cover = torch.where(soft > 1, cover * cover * (3 - 2 * cover), cover)
    cover = torch.where(shaped(images, layers["boundless"]) > 0, torch.ones_like(cover), cover)
    cover = cover * shaped(images, layers["opacity"])
    colour = _coloured(images, spot, layers, atlas)
    shade = _shaded(spot, layers, shade)
    if shade is not None:
        colour = colour * shade[:, None]
    return torch.lerp(images, colour.expand_as(images), cover[:, None])


def _spot(images: torch.Tensor, layers: np.ndarray, start: tuple[int, int]) -> Spot:
    height, width = images.shape[2:]
    x = torch.arange(width, device=images.device) + (start[0] + 0.5)
    y = (torch.arange(height, device=images.device) + (start[1] + 0.5))[:, None]
    m = [[shaped(images, layers["to_unit"][:, row, column]) for column in range(3)] for row in range(3)]
    sense = shaped(images, layers["sense"])
    depth = m[2][0] * x + m[2][1] * y + m[2][2]
    visible = depth * sense > 1e-4 * depth.abs().amax((1, 2), keepdim=True)
    near = torch.where(visible, depth, sense).reciprocal()
    u = (m[0][0] * x + m[0][1] * y + m[0][2]) * near
    v = (m[1][0] * x + m[1][1] * y + m[1][2]) * near
    slope_u = torch.hypot(m[0][0] - u * m[2][0], m[0][1] - u * m[2][1]) * near.abs() + 1e-9
    slope_v = torch.hypot(m[1][0] - v * m[2][0], m[1][1] - v * m[2][1]) * near.abs() + 1e-9
    return Spot(torch.where(visible, u, torch.full_like(u, -9)), v, slope_u, slope_v)


def _bent(spot: Spot, layers: np.ndarray) -> torch.Tensor | None:
    """Shifts the sheet's coordinates by its bend and returns the shading of its slopes; corners stay in place."""
    if not layers["bend"].any():
        return None
    along_v = shaped(spot.u, layers["bend_along"]) > 0
    bend, shape = shaped(spot.u, layers["bend"]), shaped(spot.u, layers["bend_shape"])
    s = torch.where(along_v, spot.v, spot.u).clamp(-0.1, 1.1)
    half, full = torch.sin(torch.pi * s), torch.sin(2 * torch.pi * s)
    rise = torch.where(shape == BENDS.index("wave"), 0.7 * full, half)
    rise = torch.where(shape == BENDS.index("open book"), full.abs(), rise)
    rise = torch.where(shape == BENDS.index("zigzag"), 1 - (2 * s - 1).abs(), rise)
    slope = torch.where(shape == BENDS.index("wave"), torch.cos(2 * torch.pi * s), torch.cos(torch.pi * s))
    slope = torch.where(shape == BENDS.index("open book"), torch.cos(2 * torch.pi * s) * full.sign(), slope)
    slope = torch.where(shape == BENDS.index("zigzag"), (0.5 - s).sign(), slope)
    lift = bend * rise
    # A barrel's opposite sides bulge apart or together; other bends move both the same way.
    barrel = shape == BENDS.index("barrel")
    across = torch.where(along_v, spot.u, spot.v)
    lift = torch.where(barrel, lift * (2 * across - 1), lift)
    spot.u = torch.where(along_v, spot.u - lift, spot.u)
    spot.v = torch.where(along_v, spot.v, spot.v - lift)
    return 1 + shaped(spot.u, layers["bend_shade"]) * slope


def _distance_inside(spot: Spot, layers: np.ndarray) -> torch.Tensor:
    """Signed distance to the border, px, positive inside."""
    across = torch.minimum(spot.u, 1 - spot.u) / spot.slope_u
    down = torch.minimum(spot.v, 1 - spot.v) / spot.slope_v
    inside = torch.minimum(across, down)
    if layers["radius"].any():
        radius = shaped(spot.u, layers["radius"])
        rounded = radius - torch.hypot((radius - across).clamp(min=0), (radius - down).clamp(min=0))
        inside = torch.where(radius > 0, torch.minimum(inside, rounded), inside)
    if layers["hollow"].any():
        hollow = shaped(spot.u, layers["hollow"])
        inside = torch.where(hollow > 0, torch.minimum(inside, hollow - inside), inside)
    if layers["beads"].any():
        beads = shaped(spot.u, layers["beads"])
        from_middle = ((spot.u * beads) % 1 - 0.5).abs()
        piece = (0.22 - from_middle) / (beads.clamp(min=1) * spot.slope_u)
        inside = torch.where(beads > 0, torch.minimum(inside, piece), inside)
    return inside


def _torn(
    spot: Spot, layers: np.ndarray, inside: torch.Tensor, shade: torch.Tensor | None
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Cuts off a corner, shades the fold along the cut, frays the sides."""
    if layers["cut"].any():
        far_u, far_v, slant, size = (shaped(inside, layers["cut"][:, index]) for index in range(4))
        u = torch.where(far_u > 0, 1 - spot.u, spot.u) / spot.slope_u
        v = torch.where(far_v > 0, 1 - spot.v, spot.v) / spot.slope_v
        beyond = (u * slant + v - size) * 0.7
        inside = torch.where(size > 0, torch.minimum(inside, beyond), inside)
        strip = (1.5 - (beyond / 0.7 - size * 0.25).abs() / (size * 0.25 + 0.5)).clamp(0, 1)
        ear = 1 + shaped(inside, layers["ear"]) * strip
        shade = ear if shade is None else shade * ear
    if layers["ragged"].any():
        depth, teeth = (shaped(inside, layers["ragged"][:, index]) for index in range(2))
        inside = inside - (torch.sin(spot.u * teeth) > 0) * depth
    return inside, shade


def _coloured(images: torch.Tensor, spot: Spot, layers: np.ndarray, atlas: Atlas) -> torch.Tensor:
    """(B, 3, H, W), or (B, 3, 1, 1) when no layer has a texture."""
    base = torch.from_numpy(layers["base"]).to(images.device)[:, :, None, None]
    textured = layers["texture"] >= 0
    if not textured.any():
        return base
    colour = base.repeat(1, 1, *images.shape[2:]) if not textured.all() else torch.empty_like(images)
    for level in np.unique(layers["level"][textured]):
        rows = np.flatnonzero(textured & (layers["level"] == level))
        at = torch.from_numpy(rows).to(images.device)
        colour.index_copy_(0, at, _sampled(spot, layers[rows], at, atlas, int(level)))
    return colour


def _sampled(spot: Spot, layers: np.ndarray, at: torch.Tensor, atlas: Atlas, level: int) -> torch.Tensor:
    """The layers' textures at their pixels, recoloured to the mean `base`."""
    u, v = spot.u[at], spot.v[at]
    bounded = shaped(u, layers["boundless"]) == 0
    u, v = torch.where(bounded, u.clamp(0, 1), u), torch.where(bounded, v.clamp(0, 1), v)
    place = torch.stack([u * shaped(u, layers["extent"][:, 0]), v * shaped(u, layers["extent"][:, 1])], -1)
    mirrored = 1 - 2 * ((place * 0.5) % 1 - 0.5).abs()
    tiles = atlas.levels[level][torch.from_numpy(layers["texture"]).to(u.device)].float()
    colour = F.grid_sample(tiles, mirrored * 2 - 1, padding_mode="border", align_corners=False)
    means = torch.from_numpy(atlas.catalogue.means[layers["texture"]]).to(u.device)[:, :, None, None]
    base = torch.from_numpy(layers["base"]).to(u.device)[:, :, None, None]
    return base + (colour - means) * shaped(u, layers["gain"])[:, None]


def _shaded(spot: Spot, layers: np.ndarray, shade: torch.Tensor | None) -> torch.Tensor | None:
    """Shading of cylinders, folded panels and the paper's rim; (B, H, W), or None when all is flat."""
    factors = [] if shade is None else [shade]
    if layers["round"].any():
        away = (spot.v.clamp(0, 1) * 2 - 1 - shaped(spot.v, layers["lit"])) / 2
        factors.append(1 + shaped(spot.v, layers["round"]) * (0.3 - away.abs() * 1.3))
    if layers["panels"].any():
        factors += [_creased(spot.u, spot.slope_u, layers, 0), _creased(spot.v, spot.slope_v, layers, 1)]
    if layers["rim_width"].any():
        width = shaped(spot.u, layers["rim_width"]).clamp(min=1e-3)
        sides = (spot.u / spot.slope_u, (1 - spot.u) / spot.slope_u, spot.v / spot.slope_v, (1 - spot.v) / spot.slope_v)
        rim = sum(
            shaped(spot.u, layers["rim"][:, index]) * (1 - side / width).clamp(0, 1) for index, side in enumerate(sides)
        )
        factors.append(1 + rim)
    return torch.stack(factors).prod(0) if len(factors) > 1 else factors[0] if factors else None


def _creased(along: torch.Tensor, slope: torch.Tensor, layers: np.ndarray, axis: int) -> torch.Tensor:
    """Panels of different brightness along one axis, and the lines between them."""
    panels = shaped(along, layers["panels"][:, axis].astype(np.float32))
    gains = torch.from_numpy(np.ascontiguousarray(layers["panel_gain"][:, axis])).to(along.device)
    place = along.clamp(0, 0.9999) * panels
    index = place.floor()
    tone = torch.gather(gains, 1, index.long().reshape(len(gains), -1)).reshape(along.shape)
    to_line = (place - index) / (panels.clamp(min=1) * slope)
    line = torch.exp(-((to_line / 1.2) ** 2)) * (index > 0) * shaped(along, layers["crease"][:, axis])
    return torch.where(panels > 0, (1 + tone) * (1 + line), torch.ones_like(tone))
