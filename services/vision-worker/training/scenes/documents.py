"""A document in a scene: its shadows, its sheet with bends, folds and tears, and its binding."""

from dataclasses import dataclass

import numpy as np

from .atlas import Catalogue
from .camera import Frame
from .colour import neutral
from .layers import BENDS, box, capsule, level_for
from .noise import Rng
from .pages import SOLID

SPIRAL_BOUND = frozenset({"notebook", "cover", "letter", "blank"})
RAGGED = frozenset({"receipt", "ticket", "notebook"})
BENT_SHARE = {"receipt": 0.7, "ticket": 0.5}
"""How often sheets of these kinds are bent; thin paper from a roll keeps its curl."""
USUAL_BENT_SHARE = 0.38


@dataclass(frozen=True)
class Document:
    """page: index in the catalogue; quad (4, 2): frame px, clockwise from the page's top left."""

    page: int
    quad: np.ndarray


def side_lengths(quad: np.ndarray) -> tuple[float, float]:
    """Mean px along u and along v."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2


def textured(catalogue: Catalogue, index: int, quad: np.ndarray, gain: float = 1) -> dict:
    """Fields that paste picture `index` onto a box over the quad."""
    ratio = catalogue.ratios[index]
    texels = catalogue.side / max(side_lengths(quad)) if ratio else catalogue.side
    return {
        "texture": index,
        "level": level_for(texels, 1),
        "extent": (min(1, 1 / ratio), min(1, ratio)),
        "base": catalogue.means[index],
        "gain": gain,
    }


def document_layers(rng: Rng, catalogue: Catalogue, document: Document, frame: Frame) -> list[np.ndarray]:
    """Shadows first, then the sheet, then possibly a spiral along one side."""
    kind = catalogue.kinds[document.page]
    quad, unit = document.quad, frame.long_side / 256
    shape = _shape(rng, kind, quad)
    layers = _shadows(rng, quad, unit, shape)
    fields = {**textured(catalogue, document.page, quad), **shape, **_rim(rng, unit)}
    if kind not in SOLID:
        fields.update(_creases(rng))
    layers.append(box(quad, fields.pop("base"), **fields))
    if kind in SPIRAL_BOUND and rng.random() < (0.4 if kind == "notebook" else 0.08):
        layers += _spiral(rng, quad)
    return layers


def _shape(rng: Rng, kind: str, quad: np.ndarray) -> dict:
    shape: dict = {}
    along_u, along_v = side_lengths(quad)
    short = min(along_u, along_v)
    if kind == "card" and rng.random() < 0.8:
        shape["radius"] = short * rng.uniform(0.04, 0.08)
    elif rng.random() < 0.06:
        shape["radius"] = short * rng.uniform(0.01, 0.05)
    if kind == "book" and rng.random() < 0.9:
        shape.update(bend=abs(rng.normal(0, 0.035)), bend_shape=BENDS.index("open book"), bend_along=0)
    elif kind not in SOLID and rng.random() < BENT_SHARE.get(kind, USUAL_BENT_SHARE):
        strength = 0.03 if rng.random() < 0.3 else 0.015
        along = int(rng.random() < (0.8 if kind in BENT_SHARE else 0.4))
        # Across a narrow sheet the same lift is a larger share of its width.
        strength *= 1.5 if kind in BENT_SHARE else 1
        shape.update(bend=rng.normal(0, strength), bend_shape=rng.choice([0, 0, 0, 1, 3, 4]), bend_along=along)
    if shape.get("bend"):
        shape["bend_shade"] = np.clip(shape["bend"] * rng.uniform(2, 8), -0.3, 0.3)
    if kind not in SOLID and rng.random() < 0.11:
        size = short * rng.uniform(0.02, 0.12)
        shape.update(cut=(rng.integers(2), rng.integers(2), rng.uniform(0.6, 1.4), size))
        shape["ear"] = rng.uniform(-0.25, 0.15) if rng.random() < 0.6 else 0
    if kind in RAGGED and rng.random() < 0.25:
        shape["ragged"] = (rng.uniform(0.2, 1.4), rng.uniform(60, 200))
    return shape


def _shadows(rng: Rng, quad: np.ndarray, unit: float, shape: dict) -> list[np.ndarray]:
    """The dark line under the paper's edge, and the wide shadow of paper that is not flat."""
    layers = []
    angle = rng.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(angle), np.sin(angle)]) * unit
    outline = {name: shape[name] for name in ("radius", "bend", "bend_shape", "bend_along") if name in shape}
    if rng.random() < 0.45:
        moved = quad + toward * rng.uniform(1, 12)
        soft, opacity = unit * rng.uniform(2, 14), rng.uniform(0.05, 0.5)
        layers.append(box(moved, np.zeros(3), soft=soft, opacity=opacity, **outline))
    if rng.random() < 0.8:
        moved = quad + toward * rng.uniform(0, 2.2)
        soft, opacity = unit * rng.uniform(1.5, 5), rng.uniform(0.08, 0.55)
        layers.append(box(moved, np.zeros(3), soft=soft, opacity=opacity, **outline))
    return layers


def _rim(rng: Rng, unit: float) -> dict:
    """The paper's thickness: a bright or dark line along the sides that catch the light."""
    if rng.random() > 0.5:
        return {}
    shade = rng.choice([-1, 1]) * rng.uniform(0.03, 0.25)
    sides = shade * (rng.random(4) < 0.5) * rng.uniform(0.4, 1, 4)
    return {"rim_width": unit * rng.uniform(0.5, 1.8), "rim": sides}


def _creases(rng: Rng) -> dict:
    if rng.random() > 0.24:
        return {}
    panels = rng.choice([0, 2, 3, 4], 2)
    gains = rng.uniform(-0.22, 0.12, (2, 4))
    return {"panels": panels, "panel_gain": gains, "crease": rng.uniform(-0.25, 0.15, 2)}


def _spiral(rng: Rng, quad: np.ndarray) -> list[np.ndarray]:
    """Wire rings, or a comb's teeth, along one side."""
    side = rng.integers(4)
    start, end = quad[side], quad[(side + 1) % 4]
    inward = quad.mean(0) - (start + end) / 2
    inward /= np.linalg.norm(inward) + 1e-6
    reach = rng.uniform(0.008, 0.024) * np.linalg.norm(end - start)
    outer, inner = -inward * reach * rng.uniform(0.3, 1.2), inward * reach * rng.uniform(0.8, 1.8)
    strip = np.stack([start + outer, end + outer, end + inner, start + inner])
    colour = neutral(rng) * rng.uniform(0.1, 1)
    return [box(strip, colour, beads=rng.integers(14, 45), round=rng.uniform(0, 0.4), lit=rng.uniform(-1, 1))]


def stack_layers(rng: Rng, catalogue: Catalogue, document: Document, frame: Frame) -> list[np.ndarray]:
    """Sheets of the same kind below the document, slightly rotated and shifted."""
    layers = []
    centre = document.quad.mean(0)
    for _ in range(rng.integers(1, 4)):
        angle, moved = rng.normal(0, 0.07), rng.normal(0, 0.02, 2) * frame.long_side
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        quad = (document.quad - centre) @ turn.T * rng.uniform(0.92, 1.03) + centre + moved
        layers += _shadows(rng, quad, frame.long_side / 256, {})[-1:]
        page = document.page if rng.random() < 0.6 else rng.integers(catalogue.pages)
        fields = textured(catalogue, page, quad)
        colour = fields.pop("base") * rng.uniform(0.75, 1)
        layers.append(box(quad, colour, **fields))
    return layers


def pen_across(rng: Rng, document: Document, frame: Frame) -> np.ndarray:
    """A small object on a corner or a side: a pen, a clip, a coin, a cup."""
    side = rng.integers(4)
    start, end = document.quad[side], document.quad[(side + 1) % 4]
    at = start if rng.random() < 0.6 else start + (end - start) * rng.random()
    radius, angle = frame.long_side * rng.uniform(0.008, 0.05), rng.uniform(0, 2 * np.pi)
    start = at + rng.normal(0, radius, 2)
    end = start + np.array([np.cos(angle), np.sin(angle)]) * radius * rng.choice([0.1, 1, 8])
    return capsule(
        start, end, radius, neutral(rng) if rng.random() < 0.5 else rng.uniform(0, 255, 3), lit=rng.uniform(-1, 1)
    )
