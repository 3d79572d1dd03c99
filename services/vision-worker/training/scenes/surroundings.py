"""What surrounds the document: hands, objects on the table, frames and screens, shadows, reflections."""

from itertools import pairwise

import numpy as np

from .atlas import Catalogue
from .camera import Frame
from .colour import skin, surface, vivid
from .documents import textured
from .layers import box, capsule
from .noise import Rng


def direction(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def hand(rng: Rng, quad: np.ndarray, frame: Frame) -> list[np.ndarray]:
    """Fingers reaching in over a side or a corner of the quad, with palm and arm."""
    side = rng.integers(4)
    start, end = quad[side], quad[(side + 1) % 4]
    place = rng.uniform(0, 1) if rng.random() < 0.6 else rng.choice([0.0, 0.03, 0.97, 1.0])
    base, along = start + (end - start) * place, (end - start) / (np.linalg.norm(end - start) + 1e-6)
    inward = quad.mean(0) - (start + end) / 2
    inward /= np.linalg.norm(inward) + 1e-6
    radius, colour, lit = frame.long_side * rng.uniform(0.014, 0.045), skin(rng), rng.uniform(-1, 1)
    lean = rng.normal(0, 0.5)
    reach = inward * np.cos(lean) + along * np.sin(lean)
    count = rng.choice([1, 1, 1, 2, 4])
    layers = []
    if rng.random() < 0.6:
        palm = base - reach * radius * rng.uniform(9, 12) + along * radius * count
        arm = base - reach * radius * rng.uniform(15, 40) + along * radius * count * rng.uniform(-2, 3)
        layers.append(capsule(palm, arm, radius * rng.uniform(2.5, 5), colour * 0.95, lit=lit))
    for finger in range(count):
        tip = base + along * finger * radius * 2.05 + reach * radius * rng.uniform(0.5, 5)
        root = tip - reach * radius * rng.uniform(8, 30)
        layers.append(capsule(root, tip, radius, np.zeros(3), soft=radius, opacity=0.25, round=0))
        layers.append(capsule(root, tip, radius * rng.uniform(0.9, 1.05), colour * rng.uniform(0.92, 1.05), lit=lit))
        if rng.random() < 0.4:
            nail = np.clip(colour * 1.15 + 12, 0, 255)
            layers.append(
                capsule(tip - reach * radius * 0.15, tip + reach * radius * 0.25, radius * 0.45, nail, lit=lit)
            )
    return layers


def thing(rng: Rng, catalogue: Catalogue, frame: Frame, paper_like: bool) -> list[np.ndarray]:
    """A book, phone, pen, cup or frame somewhere; nothing that could pass for a document unless `paper_like`."""
    centre, long_side, kind = rng.uniform(-0.1, 1.1, 2) * frame.size, frame.long_side, rng.random()
    if kind < 0.55:
        return _flat_thing(rng, catalogue, centre, long_side, paper_like)
    if kind < 0.75:
        end = centre + direction(rng.uniform(0, 2 * np.pi)) * long_side * rng.uniform(0.1, 0.7)
        return [capsule(centre, end, long_side * rng.uniform(0.004, 0.02), surface(rng), lit=rng.uniform(-1, 1))]
    if kind < 0.87:
        radius = long_side * rng.uniform(0.03, 0.2)
        cup = [capsule(centre, centre, radius, surface(rng), lit=rng.uniform(-1, 1))]
        return cup + [capsule(centre, centre, radius * 0.8, surface(rng), round=0)] * int(rng.random() < 0.7)
    return _cable(rng, centre, long_side)


def _turned_box(rng: Rng, centre: np.ndarray, size: tuple[float, float]) -> np.ndarray:
    along = direction(rng.uniform(0, np.pi))
    across = np.array([-along[1], along[0]])
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * size
    return centre + corners[:, :1] * along + corners[:, 1:] * across + rng.normal(0, 0.02 * max(size), (4, 2))


def _flat_thing(
    rng: Rng, catalogue: Catalogue, centre: np.ndarray, long_side: int, paper_like: bool
) -> list[np.ndarray]:
    size = long_side * rng.uniform(0.08, 0.75)
    quad = _turned_box(rng, centre, (size, size * rng.uniform(0.35, 1)))
    shadow = quad + direction(rng.uniform(0, 2 * np.pi)) * long_side * rng.uniform(0, 0.012)
    layers = [box(shadow, np.zeros(3), soft=long_side * rng.uniform(0.01, 0.05), opacity=rng.uniform(0.1, 0.5))]
    radius, kind = size * rng.choice([0, 0, 0.02, 0.06]), rng.random()
    if kind < 0.4:
        colour = surface(rng) if paper_like else surface(rng) * rng.uniform(0.15, 0.7)
        layers.append(box(quad, colour, radius=radius))
        if rng.random() < 0.35:
            layers.append(_screen(rng, catalogue, quad))
    elif kind < 0.7 or not paper_like:
        fields = textured(catalogue, catalogue.pages + rng.integers(len(catalogue.kinds) - catalogue.pages), quad)
        layers.append(box(quad, fields.pop("base") * rng.uniform(0.4, 1), **{**fields, "radius": radius}))
    elif kind < 0.85:
        fields = textured(catalogue, rng.integers(catalogue.pages), quad)
        layers.append(box(quad, fields.pop("base") * rng.uniform(0.3, 0.8), **fields))
    else:
        layers.append(box(quad, surface(rng), hollow=size * rng.uniform(0.01, 0.12)))
    return layers


def _screen(rng: Rng, catalogue: Catalogue, quad: np.ndarray) -> np.ndarray:
    """The display of a phone or a tablet, inside its bezel."""
    inner = quad.mean(0) + (quad - quad.mean(0)) * rng.uniform(0.8, 0.95)
    fields = textured(catalogue, catalogue.pages + rng.integers(len(catalogue.kinds) - catalogue.pages), inner)
    return box(inner, fields.pop("base") * rng.uniform(0.3, 1.3), **fields)


def _cable(rng: Rng, start: np.ndarray, long_side: int) -> list[np.ndarray]:
    steps = np.cumsum(rng.normal(0, 0.08, (5, 2)), 0) * long_side
    points, colour, radius = start + steps, surface(rng), long_side * rng.uniform(0.004, 0.012)
    return [capsule(a, b, radius, colour, lit=0.0) for a, b in pairwise(points)]


def bars(rng: Rng, frame: Frame) -> list[np.ndarray]:
    """Long straight objects: door frames, table legs, window bars, shelf edges."""
    angle, layers = rng.uniform(0, 2 * np.pi), []
    for _ in range(rng.integers(1, 6)):
        along = direction(angle + (rng.normal(0, 0.05) if rng.random() < 0.6 else np.pi / 2))
        across = np.array([-along[1], along[0]]) * frame.long_side * rng.uniform(0.003, 0.06)
        at, reach = rng.uniform(0, 1, 2) * frame.size, along * 2 * frame.long_side
        quad = np.stack([at - reach - across, at + reach - across, at + reach + across, at - reach + across])
        layers.append(box(quad, surface(rng), round=rng.choice([0, 0, 0.25]), lit=rng.uniform(-1, 1)))
    return layers


def second_surface(rng: Rng, catalogue: Catalogue, frame: Frame) -> np.ndarray:
    """A table's edge, a wall, a horizon: a half plane with a different surface."""
    along = direction(rng.uniform(0, 2 * np.pi))
    across, reach = np.array([-along[1], along[0]]), 3 * frame.long_side
    at = rng.uniform(0.1, 0.9, 2) * frame.size
    quad = np.stack(
        [at - along * reach, at + along * reach, at + (along + across) * reach, at + (across - along) * reach]
    )
    index = catalogue.pages + rng.integers(len(catalogue.kinds) - catalogue.pages)
    fields = textured(catalogue, index, quad)
    # The whole half plane would enlarge the tile enormously; mirrored repeats keep its grain.
    repeats = 2 * reach / (frame.long_side * rng.uniform(0.6, 2))
    fields.update(extent=(repeats, repeats / 2), level=1)
    return box(quad, fields.pop("base"), **fields)


def shade(rng: Rng, frame: Frame) -> np.ndarray:
    """The soft shadow of something out of view: a straight edge, a head, an arm, a phone."""
    at, long_side = rng.uniform(-0.1, 1.1, 2) * frame.size, frame.long_side
    soft = long_side * np.exp(rng.uniform(np.log(0.004), np.log(0.16)))
    fields = {"soft": soft, "opacity": rng.uniform(0.1, 0.65), "round": 0}
    along = direction(rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.4:
        across, reach = np.array([-along[1], along[0]]), 4 * long_side
        quad = np.stack(
            [at - along * reach, at + along * reach, at + (along + across) * reach, at + (across - along) * reach]
        )
        return box(quad, np.zeros(3), **fields)
    if rng.random() < 0.5:
        size = long_side * rng.uniform(0.15, 0.9, 2)
        return box(
            _turned_box(rng, at, (size[0], size[1])), np.zeros(3), radius=size.min() * rng.uniform(0, 0.4), **fields
        )
    return capsule(
        at, at + along * long_side * rng.uniform(0, 0.8), long_side * rng.uniform(0.05, 0.3), np.zeros(3), **fields
    )


def reflection(rng: Rng, frame: Frame) -> np.ndarray:
    """Glare: a lamp or a window reflected in glossy paper."""
    at, radius = rng.uniform(0, 1, 2) * frame.size, frame.long_side * rng.uniform(0.02, 0.25)
    colour = np.full(3, 255.0) if rng.random() < 0.7 else vivid(rng) * 0.3 + 178
    end = at + direction(rng.uniform(0, 2 * np.pi)) * radius * rng.uniform(0, 2)
    opacity = rng.uniform(0.15, 0.95)
    return capsule(at, end, radius, colour, soft=radius * rng.uniform(0.3, 2), opacity=opacity, round=0)
