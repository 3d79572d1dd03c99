"""Applies a trained network to photographs: letterboxing, running, decoding, and the closer look."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch

from .decode import Found, decode
from .model import load_finder

FILL = 11 / 12
"""The picture fills at most this share of the input, so that corners slightly outside it still have a place."""
ZOOM_MARGIN = 0.12
ZOOM_AREA_MAX = 0.7
"""A closer look helps only if the document covers less than this share of the picture."""

Network = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""(3, H, W) float32 RGB 0..1 -> maps (3, H / 4, W / 4), flags (3,), probabilities."""


@dataclass(frozen=True)
class Look:
    """found: px of the picture, best first; flags (3,): present, full frame, several; maps (3, h, w)."""

    found: list[Found]
    flags: np.ndarray
    maps: np.ndarray


@dataclass(frozen=True)
class Loaded:
    """A network and the size of its input, px."""

    run: Network
    height: int
    width: int


def load_network(path: Path) -> Loaded:
    """An exported .onnx, or the averaged weights in a training's checkpoint.pt."""
    if path.suffix == ".onnx":
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        _, _, height, width = session.get_inputs()[0].shape

        def run(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            maps, flags = session.run(None, {"image": image[None]})
            return maps[0], flags[0]

        return Loaded(run, height, width)
    saved = torch.load(path, map_location="cpu", weights_only=True)
    finder = load_finder(saved.get("average", saved)).eval()

    @torch.no_grad()
    def run_torch(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        maps, flags = finder(torch.from_numpy(image)[None])
        return maps[0].sigmoid().numpy(), flags[0].sigmoid().numpy()

    return Loaded(run_torch, finder.shape.height, finder.shape.width)


def letterbox(pixels: np.ndarray, height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """pixels (h, w, 3) uint8 RGB, landscape ones turned upright -> (3, height, width) float32 on black, and the affine
    map (3, 3) from the picture's px to the input's."""
    rows, columns = pixels.shape[:2]
    turn = np.eye(3)
    if columns > rows:
        pixels = np.rot90(pixels, -1)
        turn = np.array([[0, -1, rows], [1, 0, 0], [0, 0, 1]], float)
        rows, columns = columns, rows
    scale = min(height * FILL / rows, width * FILL / columns)
    size = max(8, round(columns * scale)), max(8, round(rows * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(np.ascontiguousarray(pixels), size, interpolation=method)
    left, top = (width - size[0]) // 2, (height - size[1]) // 2
    canvas = np.zeros((height, width, 3), np.float32)
    canvas[top : top + size[1], left : left + size[0]] = small / np.float32(255)
    place = np.array([[size[0] / columns, 0, left], [0, size[1] / rows, top], [0, 0, 1]])
    return np.ascontiguousarray(canvas.transpose(2, 0, 1)), place @ turn


def look(network: Loaded, pixels: np.ndarray) -> Look:
    """One pass over the whole picture."""
    image, to_input = letterbox(pixels, network.height, network.width)
    maps, flags = network.run(image)
    back = np.linalg.inv(to_input)

    def returned(quad: np.ndarray) -> np.ndarray:
        return (np.c_[quad, np.ones(4)] @ back.T)[:, :2]

    found = [Found(returned(one.quad), returned(one.fitted), one.score) for one in decode(maps)]
    return Look(found, flags, maps)


def look_closer(network: Loaded, pixels: np.ndarray, first: Found) -> Found:
    """A second pass over the surroundings of the first answer, used if it agrees and is about as confident."""
    size = np.array(pixels.shape[1::-1])
    low, high = first.quad.min(0), first.quad.max(0)
    margin = ZOOM_MARGIN * (high - low).max()
    start = np.floor(np.maximum(low - margin, 0)).astype(int)
    end = np.ceil(np.minimum(high + margin, size)).astype(int)
    if (end - start).prod() > ZOOM_AREA_MAX * size.prod() or (end - start).min() < 32:
        return first
    part = look(network, np.ascontiguousarray(pixels[start[1] : end[1], start[0] : end[0]]))
    seen = [Found(one.quad + start, one.fitted + start, one.score) for one in part.found]
    if not seen:
        return first
    best = max(seen, key=lambda one: iou(one.quad, first.quad) + 0.2 * one.score)
    agrees = iou(best.quad, first.quad) > 0.85 and best.score > first.score - 0.12
    return best if agrees else first


def iou(one: np.ndarray, two: np.ndarray) -> float:
    """Intersection over union of two convex quads."""
    hulls = [cv2.convexHull(np.float32(quad)) for quad in (one, two)]
    shared, _ = cv2.intersectConvexConvex(*hulls)
    union = sum(cv2.contourArea(hull) for hull in hulls) - shared
    return float(shared / union) if union > 0 else 0.0
