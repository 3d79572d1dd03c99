"""What the network sees of a generated sheet, and what it should say."""

from dataclasses import dataclass

import cv2
import numpy as np

from ..scenes.noise import Rng, gradient
from .surface import Surface, draw_surface
from .view import View, draw_view, flat_at, sampled

HEIGHT, WIDTH = 384, 288
MARGIN = 32
"""Pixels around the page on every side; the page's longer side runs down."""
CELL = 16
ROWS, COLUMNS = (HEIGHT - 2 * MARGIN) // CELL, (WIDTH - 2 * MARGIN) // CELL
"""Of the answer, which covers the page: a place in the middle of every cell."""
FINE = 2
"""Pictures are painted so many times as large, and made smaller as the worker does."""
COARSE = 4
PAGE = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN], np.float32)
BENT_MIN = 3.5e-3
"""Shares of the page's diagonal by which places are off, root mean square: as in judge.ts."""


@dataclass(frozen=True)
class Art:
    """A flat page, (h, w) uint8 in grey levels, its longer side down, and its width / height."""

    pixels: np.ndarray
    ratio: float


@dataclass(frozen=True)
class Shot:
    """picture (HEIGHT, WIDTH) uint8; shift (ROWS, COLUMNS, 2): px of the picture from where a place is seen to where it
    belongs, NaN where no paper is seen; bent: whether anyone would want it flattened.
    """

    picture: np.ndarray
    shift: np.ndarray
    bent: bool


def places_of(height: int, width: int, scale: float) -> np.ndarray:
    """Middles of the pixels of a picture `scale` times as large as the network's, shares of the page; (h, w, 2)."""
    x = ((np.arange(width) + 0.5) / scale - MARGIN) / PAGE[0]
    y = ((np.arange(height) + 0.5) / scale - MARGIN) / PAGE[1]
    return np.stack(np.meshgrid(x, y), -1).astype(np.float32)


def shoot(rng: Rng, arts: list[Art], tables: np.ndarray, kind: str | None = None) -> Shot:
    """tables (n, side, side) uint8: what pages lie on."""
    art = arts[rng.integers(len(arts))]
    surface = draw_surface(rng, art.ratio, kind)
    view = draw_view(rng, surface, art.ratio)
    coarse = flat_at(view, places_of(HEIGHT // COARSE, WIDTH // COARSE, 1 / COARSE))
    size = (WIDTH * FINE, HEIGHT * FINE)
    flat = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
    light = cv2.resize(sampled(view.light, coarse), size, interpolation=cv2.INTER_LINEAR)
    picture = _painted(rng, Scene(art, surface, flat, light), arts, tables)
    _repeat_margin(picture, art.ratio)
    return Shot(_taken(rng, picture), _shift(view), view.off >= BENT_MIN)


def _shift(view: View) -> np.ndarray:
    whole = places_of(HEIGHT // CELL, WIDTH // CELL, 1 / CELL)
    edge = MARGIN // CELL
    places = whole[edge:-edge, edge:-edge]
    flat = flat_at(view, places)
    # Where paper hides paper, the inverse finds no place that is seen there.
    found = np.abs(sampled(view.seen, flat) - places).max(-1, keepdims=True) < 0.003
    shown = ((flat > -0.01) & (flat < 1.01)).all(-1, keepdims=True) & found
    return np.where(shown, (flat - places) * PAGE, np.nan).astype(np.float32)


def _repeat_margin(picture: np.ndarray, ratio: float) -> None:
    """The worker looks as far to the sides as up and down: of wide pages, the last columns repeat."""
    missing = round(max(0, MARGIN - MARGIN * PAGE[0] / (PAGE[1] * ratio)) * FINE)
    if missing:
        picture[:, :missing] = picture[:, missing : missing + 1]
        picture[:, -missing:] = picture[:, -missing - 1 : -missing]


@dataclass(frozen=True)
class Scene:
    """flat (h, w, 2), light (h, w): of every pixel, the place of the flat page that it shows, and how bright it is."""

    art: Art
    surface: Surface
    flat: np.ndarray
    light: np.ndarray


def _painted(rng: Rng, scene: Scene, arts: list[Art], tables: np.ndarray) -> np.ndarray:
    """The scene in light, (h, w) float32."""
    height, width = scene.light.shape
    tone = Tone(np.float32(rng.uniform(120, 255)), np.float32(rng.uniform(0, 0.7) ** 1.5))
    paper = _printed(scene.art, scene.flat, tone) * scene.light
    over = np.maximum(-scene.flat, scene.flat - 1) * (PAGE * np.float32(FINE))
    outside = np.maximum(over[..., 0], over[..., 1])
    cover = (0.5 - outside).clip(0, 1)
    picture = _table(rng, tables, height, width)
    if rng.random() < 0.6:
        near = np.exp(outside.clip(0) * np.float32(-1 / rng.uniform(4, 60)))
        picture = picture * (1 - np.float32(rng.uniform(0.1, 0.6)) * near)
    if scene.surface.spine is not None:
        picture, shade = _other_page(rng, scene, arts, tone, picture)
        paper = paper * shade
    return picture + (paper - picture) * cover


@dataclass(frozen=True)
class Tone:
    """Grey level of paper, and ink's share of it."""

    paper: float
    ink: float


def _printed(art: Art, flat: np.ndarray, tone: Tone) -> np.ndarray:
    size = art.pixels.shape[::-1]
    at = flat * np.float32(size) - np.float32(0.5)
    ink = cv2.remap(art.pixels, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return tone.paper * (tone.ink + (1 - tone.ink) * ink.astype(np.float32) / 255)


def _table(rng: Rng, tables: np.ndarray, height: int, width: int) -> np.ndarray:
    if rng.random() < 0.2:
        return np.full((height, width), rng.uniform(5, 250), np.float32)
    tile = tables[rng.integers(len(tables))]
    side, scale = len(tile), rng.uniform(0.25, 1.2)
    angle = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    move = np.float32([[cos, -sin, rng.uniform(0, side)], [sin, cos, rng.uniform(0, side)]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(tile, move, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
    return seen.astype(np.float32) * np.float32(rng.uniform(0.4, 1.3))


def _other_page(
    rng: Rng, scene: Scene, arts: list[Art], tone: Tone, picture: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Beyond the spine: the other page, or nothing of it; and how dark the gutter makes each place."""
    spine, axis = scene.surface.spine, 1 if scene.surface.spine in (0, 2) else 0
    beyond = -scene.flat[..., axis] if spine in (0, 3) else scene.flat[..., axis] - 1
    if rng.random() < 0.75:
        flat = scene.flat.copy()
        flat[..., axis] = 1 - beyond if spine in (0, 3) else beyond
        other = _printed(arts[rng.integers(len(arts))], flat, tone) * scene.light
        side = np.abs(scene.flat[..., 1 - axis] - 0.5) * PAGE[1 - axis] * FINE
        cover = (beyond > 0) & (side < PAGE[1 - axis] * FINE / 2)
        picture = np.where(cover, other, picture)
    gutter = np.float32(rng.uniform(0, 0.5)) * np.exp(np.abs(beyond) * np.float32(-1 / rng.uniform(0.01, 0.06)))
    return picture * (1 - gutter), 1 - gutter


def _taken(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Lit unevenly, crossed by a shadow or a hand, blurred, compressed, made smaller; (HEIGHT, WIDTH) uint8."""
    height, width = picture.shape
    picture = picture * (1 + gradient(rng, height, width, int(rng.integers(2, 6))) * np.float32(rng.uniform(0, 0.4)))
    if rng.random() < 0.2:
        picture = picture * _shadow(rng, height, width)
    for _ in range(rng.integers(1, 4) if rng.random() < 0.3 else 0):
        _cover(rng, picture)
    if rng.random() < 0.8:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.8))
    if rng.random() < 0.08:
        _cut_off(rng, picture)
    curve = ((np.arange(256) / 255) ** rng.uniform(0.7, 1.4) * 255).astype(np.uint8)
    grey = curve[picture.clip(0, 255).astype(np.uint8)]
    if rng.random() < 0.5:
        quality = int(rng.integers(30, 95))
        grey = cv2.imdecode(cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE)
    small = cv2.resize(grey, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    noise = rng.standard_normal(small.shape, np.float32) * np.float32(rng.uniform(0, 5))
    return (small + noise).clip(0, 255).astype(np.uint8)


def _shadow(rng: Rng, height: int, width: int) -> np.ndarray:
    angle, soft = rng.uniform(0, 2 * np.pi), rng.uniform(2, 80)
    x = (np.arange(width, dtype=np.float32) - width * rng.uniform(0.2, 0.8)) * np.float32(np.cos(angle) / soft)
    y = (np.arange(height, dtype=np.float32) - height * rng.uniform(0.2, 0.8)) * np.float32(np.sin(angle) / soft)
    return 1 - np.float32(rng.uniform(0.1, 0.5)) / (1 + np.exp(-np.clip(x + y[:, None], -30, 30)))


def _cover(rng: Rng, picture: np.ndarray) -> None:
    """A finger or an object over the border."""
    height, width = picture.shape
    centre = rng.uniform(0, 1, 2)
    centre[rng.integers(2)] = rng.choice([rng.uniform(-0.02, 0.12), rng.uniform(0.88, 1.02)])
    axes = (int(rng.uniform(0.03, 0.15) * height), int(rng.uniform(0.02, 0.06) * height))
    at = (int(centre[0] * width), int(centre[1] * height))
    cv2.ellipse(picture, at, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(20, 220)), -1, cv2.LINE_AA)


def _cut_off(rng: Rng, picture: np.ndarray) -> None:
    """Where the photograph ends within the margin, its last pixels repeat."""
    edge = int(rng.uniform(0.1, 1.1) * MARGIN * FINE)
    side = rng.integers(4)
    turned = np.rot90(picture, side)
    turned[:edge] = turned[edge : edge + 1]
