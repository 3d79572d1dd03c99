"""From maps to quads; points are px of the network's input.

The worker's core/detect/network/quads.ts does the same in TypeScript:

1. Candidates are peaks of the corner map, located to a fraction of a cell, plus the corners of a quad around the
   largest region of the inside map, unless a peak is near.
2. Every convex four of them is scored by its corners, by the side map along its sides and by its overlap with the
      inside map; the best that hardly overlap are kept.
3. Each kept quad has a twin whose sides are lines fitted to the distances that the inside map encodes.
"""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from .model import STRIDE
from .scenes.camera import area_of
from .targets import RAMP

PEAK_MIN = 0.06
PEAKS_MAX = 10
APART_MIN = 5.0
"""px; a corner of the inside map's quad closer than this to a peak is dropped."""
AREA_SHARE_MIN = 0.008
PIECE_MIN = 12
"""Cells of the smallest region of the inside map that counts."""
QUAD_TO_HULL_MAX = 1.3
"""Maximum area relative to the hull's; beyond it the shape is not a page."""
SAMPLES = 16
"""Samples of the side map along a side."""
SHORT_LIST = 50
QUADS_MAX = 3
OVERLAP_MAX = 0.3
WEIGHTS = {"corner": 0.35, "side": 0.35, "inside": 0.3}


@dataclass(frozen=True)
class Found:
    """quad, fitted (4, 2) px, clockwise; score 0..1."""

    quad: np.ndarray
    fitted: np.ndarray
    score: float


def decode(maps: np.ndarray) -> list[Found]:
    """maps (3, h, w) probabilities: corner, inside, side -> documents, best first."""
    corner, inside, side = maps
    candidates = _corner_candidates(corner, inside_quad(inside))
    if len(candidates) < 4:
        return []
    fours = np.array(list(combinations(range(len(candidates)), 4)))
    quads = _clockwise(candidates[fours])
    quads = quads[_is_page_like(quads, maps.shape[1] * maps.shape[2] * STRIDE**2)]
    partial = WEIGHTS["corner"] * sampled(corner, quads).mean(1) + WEIGHTS["side"] * _side_support(side, quads)
    best = np.argsort(-partial, kind="stable")[:SHORT_LIST]
    scored = [(partial[index] + WEIGHTS["inside"] * _overlap(inside, quads[index]), quads[index]) for index in best]
    scored.sort(key=lambda item: -item[0])
    kept: list[Found] = []
    for score, quad in scored:
        if len(kept) < QUADS_MAX and all(_shared(quad, other.quad, inside.shape) < OVERLAP_MAX for other in kept):
            kept.append(Found(quad, fitted_quad(quad, inside, side), float(score)))
    return kept


def sampled(values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """A map (h, w) at points (..., 2) px, bilinear, 0 outside."""
    height, width = values.shape
    x, y = points[..., 0] / STRIDE - 0.5, points[..., 1] / STRIDE - 0.5
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    total = np.zeros(x.shape)
    for dx in (0, 1):
        for dy in (0, 1):
            column, row = left + dx, top + dy
            weight = (1 - np.abs(x - column)) * (1 - np.abs(y - row))
            seen = (column >= 0) & (column < width) & (row >= 0) & (row < height)
            total += np.where(seen, weight * values[row.clip(0, height - 1), column.clip(0, width - 1)], 0)
    return total


def peaks(corner: np.ndarray) -> np.ndarray:
    """The strongest local maxima, moved to the centroid of the 5 x 5 cells around them, (n, 2) px."""
    height, width = corner.shape
    around = cv2.dilate(corner, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((corner >= around) & (corner > PEAK_MIN))
    order = np.argsort(-corner[rows, columns], kind="stable")[:PEAKS_MAX]
    points = []
    for row, column in zip(rows[order], columns[order], strict=True):
        ys, xs = np.arange(max(row - 2, 0), min(row + 3, height)), np.arange(max(column - 2, 0), min(column + 3, width))
        weight = corner[np.ix_(ys, xs)] ** 1.5
        points.append([(weight.sum(0) @ xs) / weight.sum(), (weight.sum(1) @ ys) / weight.sum()])
    return (np.array(points).reshape(-1, 2) + 0.5) * STRIDE


def _corner_candidates(corner: np.ndarray, around: np.ndarray | None) -> np.ndarray:
    found = peaks(corner)
    if around is None:
        return found
    new = [p for p in around if not len(found) or np.linalg.norm(found - p, axis=1).min() > APART_MIN]
    return np.concatenate([found, np.array(new).reshape(-1, 2)])


def inside_quad(inside: np.ndarray) -> np.ndarray | None:
    """A quad around the largest region where the inside map exceeds a half, (4, 2) px; None if there is none."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((inside > 0.5).astype(np.uint8), connectivity=4)
    if count < 2:
        return None
    piece = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[piece, cv2.CC_STAT_AREA] < PIECE_MIN:
        return None
    hull = cv2.convexHull(np.float32(_outline(inside, labels == piece)))[:, 0].astype(float)
    return quad_around(hull)


def _outline(inside: np.ndarray, piece: np.ndarray) -> np.ndarray:
    """Where the map crosses a half between a cell of the region and its neighbours, (n, 2) px."""
    height, width = inside.shape
    points = []
    for row, column in zip(*np.nonzero(piece), strict=True):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = column + dx, row + dy
            outer = inside[y, x] if 0 <= x < width and 0 <= y < height else 0.0
            if outer <= 0.5:
                share = (inside[row, column] - 0.5) / (inside[row, column] - outer)
                points.append([(column + dx * share + 0.5) * STRIDE, (row + dy * share + 0.5) * STRIDE])
    return np.array(points)


def quad_around(hull: np.ndarray) -> np.ndarray | None:
    """Drops the sides of a convex polygon, always the one whose removal adds the least area, until four are left."""
    polygon = hull
    while len(polygon) > 4:
        best = None
        for index in range(len(polygon)):
            before, start, end, after = (polygon[(index + step) % len(polygon)] for step in (-1, 0, 1, 2))
            corner = _meet(before, start, after, end)
            if corner is None:
                continue
            area = abs((corner[0] - start[0]) * (end[1] - start[1]) - (corner[1] - start[1]) * (end[0] - start[0]))
            if best is None or area < best[0]:
                best = area, index, corner
        if best is None:
            return None
        polygon = polygon.copy()
        polygon[best[1]] = best[2]
        polygon = np.delete(polygon, (best[1] + 1) % len(polygon), 0)
    if len(polygon) < 4 or area_of(polygon) > QUAD_TO_HULL_MAX * area_of(hull):
        return None
    return _clockwise(polygon[None])[0]


def _meet(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> np.ndarray | None:
    """Where the rays a -> b and c -> d meet beyond b and d."""
    ab, cd = b - a, d - c
    cross = ab[0] * cd[1] - ab[1] * cd[0]
    if abs(cross) < 1e-9:
        return None
    t = ((c[0] - a[0]) * cd[1] - (c[1] - a[1]) * cd[0]) / cross
    s = ((c[0] - a[0]) * ab[1] - (c[1] - a[1]) * ab[0]) / cross
    return a + ab * t if t >= 1 and s >= 1 else None


def _clockwise(quads: np.ndarray) -> np.ndarray:
    """(n, 4, 2) points -> the same, clockwise on the screen around their centroid."""
    away = quads - quads.mean(1, keepdims=True)
    order = np.argsort(np.arctan2(away[..., 1], away[..., 0]), 1, kind="stable")
    return np.take_along_axis(quads, order[..., None], 1)


def _is_page_like(quads: np.ndarray, canvas_area: float) -> np.ndarray:
    """Convex and not tiny, (n,) bool."""
    along = np.roll(quads, -1, 1) - quads
    following = np.roll(along, -1, 1)
    turns = along[..., 0] * following[..., 1] - along[..., 1] * following[..., 0]
    x, y = quads[..., 0], quads[..., 1]
    area = 0.5 * np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1))
    return (turns > 0).all(1) & (area > AREA_SHARE_MIN * canvas_area)


def _side_support(side: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """The mean of the side map along the four sides, (n,)."""
    share = ((np.arange(SAMPLES) + 0.5) / SAMPLES)[:, None]
    along = quads[:, :, None] * (1 - share) + np.roll(quads, -1, 1)[:, :, None] * share
    return sampled(side, along).mean((1, 2))


def _cells_inside(quad: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Which cells have their centres in the clockwise quad, (h, w) bool."""
    x = (np.arange(shape[1]) + 0.5) * STRIDE
    y = ((np.arange(shape[0]) + 0.5) * STRIDE)[:, None]
    cells = np.ones(shape, bool)
    for start, end in zip(quad, np.roll(quad, -1, 0), strict=True):
        cells &= (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) >= 0
    return cells


def _overlap(inside: np.ndarray, quad: np.ndarray) -> float:
    """Intersection over union of the quad and the soft inside map."""
    cells = _cells_inside(quad, inside.shape)
    shared = float(inside[cells].sum())
    return shared / (float(inside.sum()) + cells.sum() - shared + 1e-6)


def _shared(quad: np.ndarray, other: np.ndarray, shape: tuple[int, int]) -> float:
    """Share of the smaller quad's cells that the other quad has too."""
    one, two = _cells_inside(quad, shape), _cells_inside(other, shape)
    return (one & two).sum() / max(min(one.sum(), two.sum()), 1)


def fitted_quad(quad: np.ndarray, inside: np.ndarray, side: np.ndarray) -> np.ndarray:
    """The quad with each side moved to a line fitted through the border cells of the inside map."""
    lines = [_fitted_side(quad[index], quad[(index + 1) % 4], inside, side) for index in range(4)]
    corners = []
    for index in range(4):
        corner = _crossing(lines[index - 1], lines[index])
        near = corner is not None and np.linalg.norm(corner - quad[index]) <= 2 * STRIDE
        corners.append(corner if near else quad[index])
    return np.array(corners)


def _fitted_side(start: np.ndarray, end: np.ndarray, inside: np.ndarray, side: np.ndarray) -> tuple:
    """Two points on a line fitted to the border near start..end: least squares, reweighted four times."""
    length = np.linalg.norm(end - start) + 1e-6
    along = (end - start) / length
    inward = np.array([-along[1], along[0]])
    rows, columns = np.nonzero((inside > 0.06) & (inside < 0.94))
    cells = (np.stack([columns, rows], 1) + 0.5) * STRIDE - start
    place, away = cells @ along, cells @ inward
    margin = max(1.25 * STRIDE, 0.08 * length)
    used = (np.abs(away) < 1.75 * STRIDE) & (place > margin) & (place < length - margin)
    if used.sum() < 6:
        return start, end
    told = (inside[rows, columns][used] - 0.5) * 2 * RAMP
    offset, where = away[used] - told, place[used] / length - 0.5
    base = weight = side[rows, columns][used] + 0.05
    for _ in range(4):
        s0, s1, s2 = weight.sum() + 0.05, (weight * where).sum(), (weight * where**2).sum() + 0.3
        t0, t1 = (weight * offset).sum(), (weight * where * offset).sum()
        shift, slope = np.array([t0 * s2 - t1 * s1, s0 * t1 - s1 * t0]) / (s0 * s2 - s1 * s1)
        weight = base / np.maximum(1, np.abs(offset - shift - slope * where) / 0.7)
    return start + inward * (shift - slope / 2), end + inward * (shift + slope / 2)


def _crossing(first: tuple, second: tuple) -> np.ndarray | None:
    (a, b), (c, d) = first, second
    ab, cd = b - a, d - c
    cross = ab[0] * cd[1] - ab[1] * cd[0]
    if abs(cross) < 1e-3 * np.linalg.norm(ab) * np.linalg.norm(cd):
        return None
    return a + ab * (((c[0] - a[0]) * cd[1] - (c[1] - a[1]) * cd[0]) / cross)
