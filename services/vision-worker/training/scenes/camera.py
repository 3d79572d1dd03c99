"""A pinhole camera looking at a flat page. Points are (x, y) px, pixel centres at half integers."""

from dataclasses import dataclass

import numpy as np

from .noise import Rng

UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


@dataclass(frozen=True)
class Frame:
    """Where the picture is on the network's canvas: its size and offset, px."""

    width: int
    height: int
    left: int
    top: int

    @property
    def size(self) -> np.ndarray:
        return np.array([self.width, self.height], float)

    @property
    def long_side(self) -> int:
        return max(self.width, self.height)


@dataclass(frozen=True)
class Placement:
    """quad (4, 2): corners in frame px, clockwise from the page's top left; plane (3, 3): metric page -> frame px."""

    quad: np.ndarray
    plane: np.ndarray


@dataclass(frozen=True)
class Wish:
    """A requested pose: the range of the frame's area to cover, and whether corners may leave the frame."""

    area: tuple[float, float]
    outside: bool = False


def area_of(quad: np.ndarray) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def homography_between(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """(3, 3) mapping the four source points to the four target points."""
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def project(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(3, 3), (n, 2) -> (n, 2)."""
    mapped = np.c_[points, np.ones(len(points))] @ matrix.T
    return mapped[:, :2] / mapped[:, 2:]


def rotation(tilt: float, azimuth: float, roll: float) -> np.ndarray:
    """Roll in the page's plane, then tilt about an axis in that plane at the azimuth; radians -> (3, 3)."""
    cos, sin = np.cos(roll), np.sin(roll)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    x, y = np.cos(azimuth), np.sin(azimuth)
    cross = np.array([[0, 0, y], [0, 0, -x], [-y, x, 0]])
    return (np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross) @ turn


def place_page(rng: Rng, frame: Frame, ratio: float, wish: Wish) -> Placement | None:
    """Tries up to forty poses of a page (1 x ratio) until one fits the wish; None if none does."""
    low, high = wish.area
    wanted = low * (high / low) ** rng.random() if rng.random() < 0.25 else low + (high - low) * rng.beta(1.3, 1.4)
    for attempt in range(40):
        # After a while, shrink a shape that does not fit at the wanted size.
        shrink = 1 if attempt < 12 else 1 - 0.75 * (attempt - 12) / 40
        placement = _pose(rng, frame, ratio, wish, wanted * shrink)
        if placement is not None and area_of(placement.quad) >= low * 0.8 * frame.width * frame.height:
            return placement
    return None


def _pose(rng: Rng, frame: Frame, ratio: float, wish: Wish, share: float) -> Placement | None:
    size, focal, large = frame.size, frame.long_side * rng.uniform(0.6, 1.25), share > 0.45
    turn = rotation(_tilt(rng, large), rng.uniform(0, 2 * np.pi), _roll(rng, frame, ratio, large))
    page = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [1, ratio]
    turned = np.c_[page, np.zeros(4)] @ turn.T
    distance = focal * np.sqrt(ratio * max(turn[2, 2], 0.2) / (share * size.prod()))
    spread = turned[:, :2] * focal / distance
    slack = size * (0.08 if wish.outside else -0.004)
    first, last = -slack - spread.min(0), size + slack - spread.max(0)
    if np.any(first > last):
        return None
    centre = first + (last - first) * (rng.random(2) if wish.outside else rng.beta(1.6, 1.6, 2))
    offset = np.append((centre - size / 2) * distance / focal, distance)
    seen = turned + offset
    if seen[:, 2].min() < distance * 0.3:
        return None
    quad = seen[:, :2] / seen[:, 2:] * focal + size / 2
    limit = size * (0.10 if wish.outside else 0.003)
    if np.any(quad < -limit) or np.any(quad > size + limit):
        return None
    if np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1).min() < 0.05 * frame.long_side:
        return None
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    return Placement(quad, lens @ np.c_[turn[:, 0], turn[:, 1], offset])


def _tilt(rng: Rng, large: bool) -> float:
    if large or rng.random() < 0.75:
        return np.radians(min(60, abs(rng.normal(0, 12 if large else 20))))
    return np.radians(rng.uniform(0, 60))


def _roll(rng: Rng, frame: Frame, ratio: float, large: bool) -> float:
    """Mostly aligned with the frame, otherwise at any angle; upside down half the time."""
    along = (ratio > 1) == (frame.height >= frame.width)
    base = 0 if along else np.pi / 2
    if rng.random() < (0.08 if large else 0.25):
        base += np.pi / 2
    if rng.random() < (0.9 if large else 0.55):
        lean = rng.normal(0, 0.06 if large else 0.12)
    else:
        lean = rng.uniform(-np.pi, np.pi)
    return base + lean + np.pi * rng.integers(2)


def rim_quad(rng: Rng, frame: Frame) -> np.ndarray:
    """A page filling the frame except for a rim of up to 5 % on each side, corners jittered inwards. (4, 2) px."""
    rim = rng.uniform(0.007, 0.05, 4) * (rng.random(4) < 0.85) * frame.long_side
    left, top, right, bottom = rim[0], rim[1], frame.width - rim[2], frame.height - rim[3]
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    inward = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    quad = quad + inward * np.abs(rng.normal(0, 0.012, (4, 2))) * frame.size
    return np.roll(quad, rng.choice([0, 2]), 0)
