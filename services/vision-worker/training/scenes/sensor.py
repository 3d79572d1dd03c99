"""From light to file: blur, exposure, colour, noise, sharpening and JPEG for a whole batch of pictures."""

import numpy as np
import torch
import torch.nn.functional as F

from .noise import Rng

SENSOR = np.dtype(
    [
        ("blur", "f4"),  # sigma px, 0 for none
        ("motion", "f4", 2),  # vector px, 0 for none
        ("exposure", "f4", 3),  # per channel
        ("gamma", "f4"),
        ("contrast", "f4"),
        ("saturation", "f4"),
        ("sharpen", "f4"),
        ("noise", "f4"),  # standard deviation, 0..255
        ("quality", "f4"),  # of JPEG, 0 for none
        ("light", "f4", (5, 5)),  # gains on a coarse grid over the canvas
    ]
)
KERNEL = 9
REACH = KERNEL // 2
CASTS = ((1.15, 0.9, 0.7), (0.8, 1.0, 1.2), (1.1, 0.85, 1.05))

# ITU-T T.81, annex K; quality scales it as the IJG library does.
LUMA_TABLE = [
    [16, 11, 10, 16, 24, 40, 51, 61],
    [12, 12, 14, 19, 26, 58, 60, 55],
    [14, 13, 16, 24, 40, 57, 69, 56],
    [14, 17, 22, 29, 51, 87, 80, 62],
    [18, 22, 37, 56, 68, 109, 103, 77],
    [24, 35, 55, 64, 81, 104, 113, 92],
    [49, 64, 78, 87, 103, 121, 120, 101],
    [72, 92, 95, 98, 112, 100, 103, 99],
]
TO_YCC = [[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]]


def draw_sensor(rng: Rng) -> np.ndarray:
    """A random camera and its processing, a 0-d SENSOR array."""
    sensor = np.zeros((), SENSOR)
    if rng.random() < 0.5:
        sensor["blur"] = rng.uniform(0.3, 0.6) if rng.random() < 0.7 else rng.uniform(0.6, 1.4)
    if rng.random() < 0.08:
        angle, length = rng.uniform(0, np.pi), rng.uniform(2, 7)
        sensor["motion"] = np.cos(angle) * length, np.sin(angle) * length
    exposure = rng.uniform(0.55, 1.35) if rng.random() < 0.4 else rng.uniform(0.8, 1.1)
    sensor["exposure"] = exposure * rng.uniform(0.88, 1.1, 3)
    if rng.random() < 0.12:
        sensor["exposure"] *= CASTS[rng.integers(len(CASTS))]
    sensor["gamma"] = rng.uniform(0.65, 1.5) if rng.random() < 0.7 else 1
    sensor["contrast"] = rng.uniform(0.5, 1.4) if rng.random() < 0.3 else 1
    sensor["saturation"] = rng.choice([0, rng.uniform(0.3, 1.6), 1], p=[0.1, 0.27, 0.63])
    sensor["sharpen"] = rng.uniform(0.3, 1.5) if rng.random() < 0.25 else 0
    sensor["noise"] = abs(rng.normal(0, 4)) if rng.random() < 0.5 else 0
    sensor["quality"] = rng.integers(25, 95) if rng.random() < 0.3 else 0
    sensor["light"] = _light(rng)
    return sensor


def _light(rng: Rng) -> np.ndarray:
    """Uneven lighting over the canvas, (5, 5) gains: slow changes, sometimes a nearby lamp."""
    gains = 1 + rng.uniform(-1, 1, (5, 5)) * (rng.uniform(0, 0.35) if rng.random() < 0.8 else 0)
    if rng.random() < 0.25:
        down, across = np.mgrid[0:5, 0:5] / 4 - rng.uniform(-0.2, 1.2, (2, 1, 1))
        gains = gains * (rng.uniform(0.15, 0.7) + np.exp(-(down**2 + across**2) / rng.uniform(0.15, 0.8)))
    return gains.clip(0.08, 2.5)


def expose(images: torch.Tensor, sensors: np.ndarray, generator: torch.Generator) -> torch.Tensor:
    """images (B, 3, H, W) float RGB 0..255 of light -> the same of file values, whole numbers."""
    images = _blurred(images, sensors)
    images = images * _column(images, sensors["exposure"])
    bright = (images / 255).clamp(0, 1.2)
    bright = bright ** _column(images, sensors["gamma"])
    bright = 0.5 + (bright - 0.5) * _column(images, sensors["contrast"])
    grey = bright.mean(1, keepdim=True)
    images = (grey + (bright - grey) * _column(images, sensors["saturation"])) * 255
    images = _sharpened(images, sensors)
    noise = torch.randn(images.shape, generator=generator, device=images.device)
    images = images + noise * _column(images, sensors["noise"])
    images = images.clamp(0, 255).round()
    return _compressed(images, sensors)


def _column(like: torch.Tensor, values: np.ndarray) -> torch.Tensor:
    """(B,) or (B, 3) settings, shaped to multiply (B, 3, H, W)."""
    return torch.from_numpy(np.ascontiguousarray(values)).to(like.device).reshape(len(values), -1, 1, 1)


def _chosen(mask: np.ndarray, device: torch.device) -> torch.Tensor:
    return torch.from_numpy(np.flatnonzero(mask)).to(device)


def _blurred(images: torch.Tensor, sensors: np.ndarray) -> torch.Tensor:
    """Defocus and motion blur in one kernel per picture."""
    motion = np.hypot(*sensors["motion"].T)
    used = (sensors["blur"] > 0) | (motion > 0)
    if not used.any():
        return images
    chosen = _chosen(used, images.device)
    kernels = torch.from_numpy(_kernels(sensors[used])).to(images.device)
    return images.index_copy(0, chosen, _filtered(images[chosen], kernels))


def _kernels(sensors: np.ndarray) -> np.ndarray:
    """(B, KERNEL, KERNEL) float32: Gaussians along the paths of motion."""
    spread = np.maximum(sensors["blur"], 0.3)[:, None, None, None]
    at = np.arange(-REACH, REACH + 1)
    path = sensors["motion"][:, None] * np.linspace(-0.5, 0.5, 7)[:, None]
    across = at - path[:, :, None, None, 0]
    down = at[:, None] - path[:, :, None, None, 1]
    kernels = np.exp(-(across**2 + down**2) / (2 * spread**2)).sum(1)
    return (kernels / kernels.sum((1, 2), keepdims=True)).astype(np.float32)


def _filtered(images: torch.Tensor, kernels: torch.Tensor) -> torch.Tensor:
    """Applies to every picture a kernel (KERNEL, KERNEL) of its own."""
    count, _, height, width = images.shape
    padded = F.pad(images, [REACH] * 4, mode="replicate").reshape(1, count * 3, height + 2 * REACH, width + 2 * REACH)
    weights = kernels[:, None].repeat_interleave(3, 0)
    return F.conv2d(padded, weights, groups=count * 3).reshape(images.shape)


def _sharpened(images: torch.Tensor, sensors: np.ndarray) -> torch.Tensor:
    used = sensors["sharpen"] > 0
    if not used.any():
        return images
    chosen = _chosen(used, images.device)
    sharp = images[chosen]
    soft = F.avg_pool2d(F.pad(sharp, [1] * 4, mode="replicate"), 3, 1)
    return images.index_copy(0, chosen, sharp + (sharp - soft) * _column(images, sensors["sharpen"][used]))


def _compressed(images: torch.Tensor, sensors: np.ndarray) -> torch.Tensor:
    used = sensors["quality"] > 0
    if not used.any():
        return images
    chosen = _chosen(used, images.device)
    quality = torch.from_numpy(sensors["quality"][used]).to(images.device)
    return images.index_copy(0, chosen, jpeg(images[chosen], quality))


def jpeg(images: torch.Tensor, quality: torch.Tensor) -> torch.Tensor:
    """Quantises block spectra as JPEG does, chroma at half size; (B, 3, H, W) 0..255, H and W multiples of 16."""
    to_ycc = torch.tensor(TO_YCC, device=images.device)
    ycc = torch.einsum("ij,bjhw->bihw", to_ycc, images - 128)
    luma = quantised(ycc[:, :1], quality)
    chroma = quantised(F.avg_pool2d(ycc[:, 1:], 2), quality)
    ycc = torch.cat([luma, F.interpolate(chroma, scale_factor=2.0, mode="nearest")], 1)
    return (torch.einsum("ij,bjhw->bihw", torch.linalg.inv(to_ycc), ycc) + 128).clamp(0, 255).round()


def quantised(planes: torch.Tensor, quality: torch.Tensor) -> torch.Tensor:
    """(B, C, H, W) through an 8 x 8 cosine transform, rounded to the table's steps."""
    count, channels, height, width = planes.shape
    basis = _cosines(planes.device)
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100
    steps = torch.tensor(LUMA_TABLE, device=planes.device, dtype=torch.float32) * scale[:, None, None]
    steps = steps.round().clamp(1, 255)[:, None, None, None]
    # Sizes that are no multiple of eight (half-size chroma of a 24 px edge) are padded at the end.
    padded = F.pad(planes, [0, -width % 8, 0, -height % 8], mode="replicate")
    rows, columns = padded.shape[2] // 8, padded.shape[3] // 8
    blocks = padded.reshape(count, channels, rows, 8, columns, 8).transpose(3, 4)
    spectrum = basis @ blocks @ basis.T
    blocks = basis.T @ ((spectrum / steps).round() * steps) @ basis
    return blocks.transpose(3, 4).reshape(padded.shape)[:, :, :height, :width]


def _cosines(device: torch.device) -> torch.Tensor:
    """The orthonormal 8-point DCT-II, (8, 8)."""
    k, n = torch.arange(8.0)[:, None], torch.arange(8.0)[None]
    basis = torch.cos(torch.pi * (2 * n + 1) * k / 16) * 0.5
    basis[0] /= 2**0.5
    return basis.to(device)
