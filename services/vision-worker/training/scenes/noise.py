"""Random fields, from which textures are made."""

import cv2
import numpy as np

Rng = np.random.Generator


def cloud(rng: Rng, height: int, width: int, roughness: float = 1.8) -> np.ndarray:
    """Periodic noise with a 1/f^roughness power spectrum, (height, width) float32, zero mean and unit variance."""
    down, across = np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None]
    frequency = np.hypot(down, across)
    frequency[0, 0] = 1
    spectrum = frequency ** (-roughness / 2) * np.exp(2j * np.pi * rng.random(frequency.shape))
    spectrum[0, 0] = 0
    field = np.fft.irfft2(spectrum, (height, width)).astype(np.float32)
    return field / (field.std() + 1e-6)


def gradient(rng: Rng, height: int, width: int, cells: int = 4) -> np.ndarray:
    """A slowly varying field, (height, width) float32, roughly in -1..1."""
    coarse = rng.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
