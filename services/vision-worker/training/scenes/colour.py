"""Plausible colours. RGB, float32, 0..255."""

import cv2
import numpy as np

from .noise import Rng


def from_hsv(hue: float, saturation: float, value: float) -> np.ndarray:
    """OpenCV's 8-bit HSV (hue 0..180) -> (3,) RGB."""
    pixel = np.array([[[hue % 180, saturation, value]]]).clip(0, 255).astype(np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0].astype(np.float32)


def brown(rng: Rng) -> np.ndarray:
    return from_hsv(rng.uniform(5, 22), rng.uniform(40, 180), rng.uniform(40, 225))


def neutral(rng: Rng) -> np.ndarray:
    return from_hsv(rng.uniform(0, 180), rng.uniform(0, 35), rng.uniform(15, 250))


def vivid(rng: Rng) -> np.ndarray:
    return from_hsv(rng.uniform(0, 180), rng.uniform(110, 255), rng.uniform(50, 250))


def surface(rng: Rng) -> np.ndarray:
    """The colour of some object: mostly browns and greys, as in rooms."""
    kind = rng.random()
    if kind < 0.30:
        return brown(rng)
    if kind < 0.62:
        return neutral(rng)
    if kind < 0.75:
        return from_hsv(rng.uniform(0, 180), rng.uniform(30, 90), rng.uniform(60, 240))
    return vivid(rng)


def skin(rng: Rng) -> np.ndarray:
    return from_hsv(rng.uniform(4, 16), rng.uniform(60, 165), rng.uniform(80, 242))


def paper(rng: Rng) -> np.ndarray:
    """Mostly white, also cream and pastel, rarely anything else."""
    kind = rng.random()
    if kind < 0.66:
        return np.float32(rng.uniform(222, 255) * rng.uniform(0.955, 1.0, 3))
    if kind < 0.80:
        return np.float32([rng.uniform(230, 252), rng.uniform(215, 240), rng.uniform(180, 225)])
    if kind < 0.92:
        return np.float32(255 - (255 - vivid(rng)) * rng.uniform(0.12, 0.5))
    return surface(rng)


def mixed(first: np.ndarray, second: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Blends two colours by a field (h, w) of 0..1 -> (h, w, 3) float32."""
    return first * (1 - share[..., None]) + second * share[..., None]


def as_bytes(pixels: np.ndarray) -> np.ndarray:
    return np.clip(pixels, 0, 255).astype(np.uint8)


def pen(colour: np.ndarray) -> tuple[float, float, float]:
    """A colour for OpenCV's drawing functions."""
    red, green, blue = np.clip(colour, 0, 255)
    return float(red), float(green), float(blue)
