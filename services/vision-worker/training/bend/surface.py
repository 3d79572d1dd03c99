"""A sheet of paper in space. Lengths are half its diagonals: x across, y down, z up, its middle at the origin."""

from dataclasses import dataclass

import numpy as np

from ..scenes.noise import Rng, cloud

REACH = 1.6
"""How far from its middle a sheet is known: what lies beyond its borders bends on, as the other page of a book does."""
STEPS = 641
HALF = np.pi / 2

KINDS = {
    "flat": 0.24,
    "curl": 0.13,
    "roll": 0.08,
    "wave": 0.08,
    "spine": 0.17,
    "folds": 0.13,
    "ear": 0.06,
    "free": 0.06,
    "sag": 0.05,
}
CRUMPLED = 0.15
"""Of the sheets, flat ones aside; as many are bent a little in a second direction."""


@dataclass(frozen=True)
class Bend:
    """Across one direction: the slope (STEPS,), radians, at lengths along the paper from -REACH to REACH."""

    direction: float
    slope: np.ndarray


@dataclass(frozen=True)
class Surface:
    """kind as in KINDS; bends one after the other; crumple (n, n): heights over the square of REACH, or None.

    spine: the border (0 top, 1 right, 2 bottom, 3 left) beyond which the other page lies, or None.
    """

    kind: str
    bends: list[Bend]
    crumple: np.ndarray | None
    spine: int | None


def draw_surface(rng: Rng, ratio: float, kind: str | None = None) -> Surface:
    """ratio: the sheet's width / height."""
    kind = kind or str(rng.choice(list(KINDS), p=list(KINDS.values())))
    if kind == "flat":
        return Surface(kind, [], None, None)
    half = np.array([ratio, 1]) / np.hypot(ratio, 1)
    spine = int(rng.choice([0, 1, 2, 3], p=[0.1, 0.4, 0.1, 0.4])) if kind == "spine" else None
    direction = _direction(rng, kind, spine, half)
    extent = abs(half[0] * np.cos(direction)) + abs(half[1] * np.sin(direction))
    along = np.linspace(-REACH, REACH, STEPS) / extent
    bends = [Bend(direction, _slope(rng, kind, along))]
    if rng.random() < CRUMPLED:
        bends.append(Bend(direction + HALF + rng.normal() * 0.3, 0.35 * _slope(rng, "free", along)))
    crumple = _crumple(rng) if rng.random() < CRUMPLED else None
    return Surface(kind, bends, crumple, spine)


def _direction(rng: Rng, kind: str, spine: int | None, half: np.ndarray) -> float:
    if spine is not None:
        # Slopes run away from the spine.
        return float([HALF, np.pi, -HALF, 0][spine] + rng.normal() * 0.02)
    if kind == "ear":
        towards = half * rng.choice([-1, 1], 2)
        return float(np.arctan2(towards[1], towards[0]) + rng.normal() * 0.25)
    if kind == "folds":
        return float(rng.choice([0, HALF]) + rng.normal() * 0.02)
    askew = rng.uniform(-HALF, HALF) if rng.random() < 0.2 else rng.normal() * 0.12
    return float(rng.choice([0, HALF]) + askew)


def _slope(rng: Rng, kind: str, along: np.ndarray) -> np.ndarray:
    """along (STEPS,): -1 at one border, 1 at the other -> radians, not steeper than 1.2."""
    strength = rng.uniform(0.06, 0.8) * rng.choice([-1, 1])
    shift = rng.uniform(-0.5, 0.5)
    s = along.clip(-1.1, 1.1)
    if kind == "spine":
        s = along + 1
        # Paper rises from the gutter; on one side of a thick book, it may fall away from its back.
        rises = 1 if rng.random() < 0.85 else -1
        slope = rises * abs(strength) * 1.2 * np.exp(-np.abs(s) * rng.uniform(1.2, 5)) * np.where(s < 0, -1, 1)
        slope = slope + 0.2 * rng.normal() * (np.abs(s) - 1).clip(-1, 1)
    elif kind == "folds":
        count = int(rng.integers(1, 4))
        places = np.linspace(-1, 1, count + 2)[1:-1] + rng.normal(0, 0.03, count)
        sharp = rng.uniform(12, 60)
        signs = np.where(np.arange(count) % 2, -1, 1) if rng.random() < 0.7 else rng.choice([-1, 1], count)
        sizes = strength * 0.6 * signs * rng.uniform(0.4, 1, count)
        slope = (sizes[:, None] * np.tanh((s - places[:, None]) * sharp)).sum(0)
        slope = slope + 0.15 * strength * np.sin(HALF * s)
    elif kind == "roll":
        slope = 1.4 * strength * s
    elif kind == "wave":
        slope = 0.6 * strength * np.sin(rng.uniform(2.5, 7) * s + rng.uniform(0, 2 * np.pi))
    elif kind == "ear":
        slope = 1.6 * strength * (s - rng.uniform(0.1, 0.7)).clip(0)
    elif kind == "sag":
        slope = 0.5 * strength * np.sin(np.pi * s)
    elif kind == "free":
        knots = np.cumsum(rng.normal(0, 0.5 * abs(strength), 7))
        slope = np.interp(s, np.linspace(-1.1, 1.1, 7), knots - knots.mean())
        slope = np.convolve(np.pad(slope, 40, mode="edge"), np.hanning(83)[1:-1] / np.hanning(83).sum(), "valid")
    else:
        slope = strength * (s - shift)
    return slope.clip(-1.2, 1.2)


def _crumple(rng: Rng) -> np.ndarray:
    field = cloud(rng, 64, 64, rng.uniform(3, 4.5))
    if rng.random() < 0.5:
        field = -np.abs(field)
    return (field * rng.uniform(0.003, 0.015)).astype(np.float32)


def surface_at(surface: Surface, places: np.ndarray) -> np.ndarray:
    """Places of the flat sheet (..., 2) -> points in space (..., 3)."""
    points = np.concatenate([places, np.zeros_like(places[..., :1])], -1)
    for bend in surface.bends:
        points = _bent(bend, points)
    if surface.crumple is not None:
        side = len(surface.crumple)
        at = ((places / REACH + 1) / 2 * (side - 1)).clip(0, side - 1.001)
        first, part = at.astype(int), at % 1
        across, down = part[..., 0], part[..., 1]
        x, y = first[..., 0], first[..., 1]
        heights = surface.crumple
        upper = heights[y, x] * (1 - across) + heights[y, x + 1] * across
        lower = heights[y + 1, x] * (1 - across) + heights[y + 1, x + 1] * across
        points[..., 2] += upper * (1 - down) + lower * down
    return points


def _bent(bend: Bend, points: np.ndarray) -> np.ndarray:
    """Bends the plane z = 0, and takes what lies above it along."""
    cos, sin = np.cos(bend.direction), np.sin(bend.direction)
    step = 2 * REACH / (STEPS - 1)
    middles = (bend.slope[1:] + bend.slope[:-1]) / 2
    across = np.concatenate([[0], np.cumsum(np.cos(middles))]) * step
    above = np.concatenate([[0], np.cumsum(np.sin(middles))]) * step
    lengths = np.linspace(-REACH, REACH, STEPS)
    along = points[..., 0] * cos + points[..., 1] * sin
    beside = points[..., 1] * cos - points[..., 0] * sin
    slope = np.interp(along, lengths, bend.slope)
    x = np.interp(along, lengths, across - across[STEPS // 2]) - points[..., 2] * np.sin(slope)
    z = np.interp(along, lengths, above - above[STEPS // 2]) + points[..., 2] * np.cos(slope)
    return np.stack([x * cos - beside * sin, x * sin + beside * cos, z], -1)
