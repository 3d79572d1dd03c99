"""A photograph of a bent sheet, straightened by the sheet's four corners: what is where on it.

Places are shares of the page: (0, 0) its top left corner, (1, 1) its bottom right one, both on the flat page and on the
straightened picture, where a bent page's other points are seen beside their places.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from ..scenes.camera import homography_between, project, rotation
from ..scenes.noise import Rng
from .surface import Surface, surface_at

NODES = 97
BEYOND = 0.3
"""How far beyond the page the surface is followed, in shares of it."""
ROUNDS = 12
# Of the nodes, those on the page.
PAGE_NODES = slice(round(BEYOND / (1 + 2 * BEYOND) * (NODES - 1)), -round(BEYOND / (1 + 2 * BEYOND) * (NODES - 1)))
BOW, BOW_OF_FLAT = 0.012, 0.025
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


@dataclass(frozen=True)
class View:
    """Of nodes of the flat page, from -BEYOND to 1 + BEYOND: seen (NODES, NODES, 2), where they are seen, as shares
    of the page; light (NODES, NODES), by how much each is brighter than a flat page; off, how far the page's places are
    off by its bend alone, root mean square, in shares of its diagonal.
    """

    seen: np.ndarray
    light: np.ndarray
    off: float


def draw_view(rng: Rng, surface: Surface, ratio: float) -> View:
    """Someone photographs the sheet by hand, and finds its corners nearly where they are."""
    half = np.array([ratio, 1]) / np.hypot(ratio, 1)
    line = np.linspace(-BEYOND, 1 + BEYOND, NODES)
    flat = np.stack(np.meshgrid(line, line), -1)
    points = surface_at(surface, (2 * flat - 1) * half)
    corners_at = surface_at(surface, (2 * UNIT - 1) * half)
    camera = _camera(rng, points, BOW_OF_FLAT if surface.kind == "flat" else BOW)
    corners = camera(corners_at)
    diagonal = np.linalg.norm(corners[2] - corners[0])
    straighten = homography_between(corners + _slips(rng) * diagonal, UNIT)
    seen = project(straighten, camera(points).reshape(-1, 2)).reshape(flat.shape)
    exact = project(homography_between(camera(corners_at, 0), UNIT), camera(points, 0).reshape(-1, 2))
    shift = (exact.reshape(flat.shape) - flat)[PAGE_NODES, PAGE_NODES] * 2 * half
    off = float(np.sqrt((shift**2).sum(-1).mean()) / 2)
    return View(seen.astype(np.float32), _light(rng, points).astype(np.float32), off)


def _slips(rng: Rng) -> np.ndarray:
    """How far corners (4, 2) are off, shares of the diagonal: hardly, all of them, or one placed by hand."""
    chance = rng.random()
    slips = rng.normal(size=(4, 2)) * (0.01 if chance < 0.1 else 0.0025)
    if 0.1 < chance < 0.25:
        slips[rng.integers(4)] += rng.normal(size=2) * 0.02
    return slips


def _camera(rng: Rng, points: np.ndarray, bow_sd: float):
    """(..., 3) in space -> (..., 2) in the picture; at 1.4 to 8 half diagonals above, with the lens's bow."""
    while True:
        distance = rng.uniform(1.4, 4) if rng.random() < 0.8 else 8.0
        tilt = np.radians(min(50, abs(rng.normal(0, 18))))
        turn = rotation(tilt, rng.uniform(0, 2 * np.pi), 0)
        if (points * [1, 1, -1] @ turn.T)[..., 2].min() > -0.7 * distance:
            break
    aside = rng.normal(0, 0.12, 2)
    lens = rng.normal(0, bow_sd) if rng.random() < 0.5 else 0.0

    def camera(points: np.ndarray, bow: float = lens) -> np.ndarray:
        turned = (points * [1, 1, -1]) @ turn.T
        seen = (turned[..., :2] + aside) / (turned[..., 2:] + distance) * distance
        return seen * (1 + bow * (seen**2).sum(-1, keepdims=True))

    return camera


def _light(rng: Rng, points: np.ndarray) -> np.ndarray:
    """Light from one side and from everywhere."""
    across, down = np.gradient(points, axis=1), np.gradient(points, axis=0)
    normal = np.cross(across, down)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-9
    height, azimuth = np.radians(rng.uniform(20, 80)), rng.uniform(0, 2 * np.pi)
    lamp = np.array([np.cos(height) * np.cos(azimuth), np.cos(height) * np.sin(azimuth), np.sin(height)])
    diffuse = rng.uniform(0.35, 0.95)
    return diffuse + (1 - diffuse) * (normal @ lamp).clip(0) / lamp[2]


def flat_at(view: View, places: np.ndarray) -> np.ndarray:
    """`seen` backwards: the places of the flat page (h, w, 2) that are seen at these, float32."""
    line = np.linspace(-BEYOND, 1 + BEYOND, NODES, dtype=np.float32)
    shift = view.seen - np.stack(np.meshgrid(line, line), -1)
    flat = places.astype(np.float32)
    for _ in range(ROUNDS):
        flat = places.astype(np.float32) - sampled(shift, flat)
    return flat


def sampled(field: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """A field at the nodes (NODES, NODES, n), at places of the flat page (h, w, 2)."""
    at = (flat + BEYOND) * ((NODES - 1) / (1 + 2 * BEYOND))
    return cv2.remap(field, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
