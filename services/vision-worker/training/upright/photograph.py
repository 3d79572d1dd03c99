"""From a flat page to one cut out of a photo: slightly distorted, unevenly lit, blurred, noisy, compressed."""

import cv2
import numpy as np

from ..scenes.noise import gradient
from .page import LONG_SIDE
from .words import Rng

# core/detect/upright/turns.ts reads pages at this long side, and never enlarges them.
LONG_SIDE_MAX = 1024
LONG_SIDE_MIN = 480


def photograph(page: np.ndarray, rng: Rng) -> np.ndarray:
    """The page as a grey picture, uint8; the long side of a whole page is at most LONG_SIDE_MAX."""
    small = LONG_SIDE_MAX if rng.random() < 0.6 else rng.uniform(LONG_SIDE_MIN, LONG_SIDE_MAX)
    flat = _moved(page, small / LONG_SIDE, rng)
    if rng.random() < 0.35:
        return _taken(_shaken(flat, rng), rng)
    height, width = flat.shape
    quad, size = _seen(width, height, rng)
    frame = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    view = cv2.getPerspectiveTransform(frame, quad)
    table = float(rng.uniform(0, 255))
    seen = cv2.warpPerspective(flat, view, size, flags=cv2.INTER_LINEAR, borderValue=table)
    return _cut_out(_taken(_shaken(seen, rng), rng), quad)


def _seen(width: int, height: int, rng: Rng) -> tuple[np.ndarray, tuple[int, int]]:
    """Where the corners of a page lie on a photo taken at a tilt, and the size of that photo."""
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    corners = corners @ _spin(rng.uniform(0, 2 * np.pi) if rng.random() < 0.2 else rng.normal() * 0.1).T
    lean, tilt = _spin(rng.uniform(0, 2 * np.pi)), abs(rng.normal()) * 0.4
    distance = max(width, height) * rng.uniform(1.2, 2.5)
    along, across = (corners @ lean).T
    tilt = min(tilt, 0.9)
    near = distance / (distance + along * np.sin(tilt))
    quad = np.stack([along * np.cos(tilt) * near, across * near], 1) @ lean.T
    quad -= quad.min(0) - 2
    right, bottom = np.ceil(quad.max(0) + 2)
    return np.float32(quad), (int(right), int(bottom))


def _spin(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _cut_out(photo: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The page straightened to the lengths of its sides, as readingSize in turns.ts does."""
    top, right, bottom, left = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    sides = np.array([max(top, bottom), max(right, left)])
    width, height = np.maximum(1, np.round(sides * min(1, LONG_SIDE_MAX / sides.max()))).astype(int)
    frame = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    straight = cv2.getPerspectiveTransform(quad, frame)
    return cv2.warpPerspective(photo, straight, (int(width), int(height)), borderMode=cv2.BORDER_REPLICATE)


def _taken(picture: np.ndarray, rng: Rng) -> np.ndarray:
    """Toned, lit, noisy and compressed."""
    height, width = picture.shape
    paper, ink = rng.uniform(110, 255), rng.uniform(0, 0.8) ** 1.5
    if rng.random() < 0.05:
        picture = 255 - picture
    light = 1 + gradient(rng, height, width, int(rng.integers(2, 6))) * rng.uniform(0, 0.45)
    if rng.random() < 0.2:
        light *= _shadow(rng, height, width)
    toned = paper * light * (ink + (1 - ink) * picture / 255)
    toned += rng.normal(size=picture.shape) * rng.choice([0, rng.uniform(0, 9)])
    grey = np.clip(toned, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.integers(30, 96))
        grey = cv2.imdecode(cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE)
    return grey


def _moved(page: np.ndarray, scale: float, rng: Rng) -> np.ndarray:
    """Scaled, rotated a few degrees, corners shifted and lines bent a little; sometimes only a part of the page."""
    height, width = page.shape
    tall, wide = round(height * scale), round(width * scale)
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    if rng.random() < 0.12:
        centre = rng.uniform(0.3, 0.7, 2) * (width, height)
        corners = np.float32(centre + (corners - centre) * rng.uniform(0.45, 0.9))
    angle = np.radians(rng.normal() * 2)
    spin = _spin(angle)
    middle = corners.mean(0)
    corners = (corners - middle) @ spin.T + middle + rng.normal(size=(4, 2)) * 0.012 * max(width, height)
    soft = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.42 / scale))
    target = np.float32([[0, 0], [wide, 0], [wide, tall], [0, tall]])
    back = cv2.getPerspectiveTransform(target, np.float32(corners))
    xs, ys = np.meshgrid(np.arange(wide, dtype=np.float32) + 0.5, np.arange(tall, dtype=np.float32) + 0.5)
    if rng.random() < 0.3:
        bend, waves = rng.uniform(0, 0.015) * tall, rng.uniform(0.3, 1.5)
        ys = ys + np.float32(bend) * np.sin(xs * np.float32(2 * np.pi * waves / wide) + np.float32(rng.uniform(0, 6)))
    w = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
    map_x = ((back[0, 0] * xs + back[0, 1] * ys + back[0, 2]) / w - 0.5).astype(np.float32)
    map_y = ((back[1, 0] * xs + back[1, 1] * ys + back[1, 2]) / w - 0.5).astype(np.float32)
    return cv2.remap(soft, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=230)


def _shaken(picture: np.ndarray, rng: Rng) -> np.ndarray:
    if rng.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.2, 1.3))
    if rng.random() < 0.12:
        length = int(rng.integers(2, 5))
        kernel = np.ones((1, length) if rng.random() < 0.5 else (length, 1), np.float32) / length
        picture = cv2.filter2D(picture, -1, kernel)
    if rng.random() < 0.15:
        sharp = cv2.addWeighted(picture, 1.8, cv2.GaussianBlur(picture, (0, 0), 1.5), -0.8, 0)
        picture = np.asarray(sharp)
    return picture


def _shadow(rng: Rng, height: int, width: int) -> np.ndarray:
    """Half the page darker, with a soft edge."""
    angle, softness = rng.uniform(0, 2 * np.pi), rng.uniform(2, 60)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    xs, ys = xs - width * rng.uniform(0.2, 0.8), ys - height * rng.uniform(0.2, 0.8)
    across = xs * np.cos(angle) + ys * np.sin(angle)
    return 1 - rng.uniform(0.1, 0.55) / (1 + np.exp(-np.clip(across / softness, -30, 30)))
