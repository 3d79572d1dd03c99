"""What a picture shows, drawn from one seed: a table of layers, a camera's settings, and the true corners."""

from dataclasses import dataclass

import numpy as np

from .atlas import Catalogue
from .camera import Frame, Placement, Wish, area_of, place_page, project, rim_quad
from .documents import Document, document_layers, pen_across, stack_layers, textured
from .layers import LAYER, box, ground, moved_to_canvas
from .noise import Rng
from .sensor import draw_sensor
from .surroundings import bars, hand, reflection, second_surface, shade, thing

DOCUMENTS_MAX = 4
LAYERS_MAX = 48
KINDS = {"one": 0.50, "filling": 0.15, "several": 0.09, "scan": 0.09, "empty": 0.17}
ALIKE_SHARE = 0.25
"""Share of surfaces with nearly the paper's colour; more where a page could be taken for a scan."""
ALIKE_SHARE_FILLING = 0.45
HELD_SHARE = {"receipt": 0.4, "ticket": 0.35, "card": 0.35}
"""How often a hand holds or touches documents of these kinds."""
USUAL_HELD_SHARE = 0.24
ALONG_SHARE = 0.25
"""How often planks and joints run along the document's sides."""
UNPRINTED = frozenset({"blank", "cover", "photo"})
"""Filling a frame, these look the same as a wall or a view."""
ASPECTS = ((4 / 3, 0.52), (16 / 9, 0.20), (3 / 2, 0.10), (1.0, 0.06), (None, 0.12))


@dataclass(frozen=True)
class Canvas:
    """The network's input, px, upright; the picture takes up to `fill` of it, the rest is black."""

    height: int
    width: int
    fill: float = 11 / 12


@dataclass(frozen=True)
class Scene:
    """layers (n,) LAYER in canvas px, bottom first; sensor: 0-d SENSOR.

    quads (DOCUMENTS_MAX, 4, 2): corners in canvas px, clockwise, NaN where absent, the main document first.
    flags (3,): there is a document, the picture is nothing but a page, there are several documents.
    """

    kind: str
    frame: Frame
    layers: np.ndarray
    sensor: np.ndarray
    quads: np.ndarray
    flags: np.ndarray


def draw_scene(seed: tuple[int, ...], catalogue: Catalogue, canvas: Canvas) -> Scene:
    rng = np.random.default_rng(seed)
    frame = _frame(rng, canvas)
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    layers, quads = DRAW[kind](rng, catalogue, frame)
    kept = moved_to_canvas(np.stack(layers[:LAYERS_MAX]).astype(LAYER), frame)
    corners = np.full((DOCUMENTS_MAX, 4, 2), np.nan, np.float32)
    for index, quad in enumerate(quads[:DOCUMENTS_MAX]):
        corners[index] = quad + [frame.left, frame.top]
    flags = np.float32([len(quads) > 0, kind == "scan", len(quads) > 1])
    return Scene(kind, frame, kept, draw_sensor(rng), corners, flags)


def _frame(rng: Rng, canvas: Canvas) -> Frame:
    """Portrait, since the network gets landscape photographs turned."""
    aspects, weights = zip(*ASPECTS, strict=True)
    aspect = aspects[rng.choice(len(aspects), p=weights)] or rng.uniform(1, 2.2)
    wide = min(canvas.height * canvas.fill / aspect, canvas.width * canvas.fill)
    width, height = round(wide), min(round(wide * aspect), int(canvas.height * canvas.fill))
    return Frame(width, height, (canvas.width - width) // 2, (canvas.height - height) // 2)


Drawn = tuple[list[np.ndarray], list[np.ndarray]]
"""Layers, bottom first, and the documents' quads, in frame px."""


def _scan(rng: Rng, catalogue: Catalogue, frame: Frame) -> Drawn:
    """Nothing but a page, as from scanners and tight crops: the whole frame is the document."""
    page = rng.integers(catalogue.pages)
    while catalogue.kinds[page] in UNPRINTED and rng.random() < 0.9:
        page = rng.integers(catalogue.pages)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * frame.size
    lying = (catalogue.ratios[page] < 1) != (frame.height < frame.width)
    around = np.roll(corners, rng.choice([1, 3]) if lying else rng.choice([0, 0, 2]), 0)
    cropped = rng.uniform(0, 0.06, (4, 1)) * (rng.random() < 0.5)
    beyond = around.mean(0) + (around - around.mean(0)) * (1 + cropped) + rng.normal(0, 0.3, (4, 2))
    fields = textured(catalogue, page, beyond)
    fields["extent"] = np.array(fields["extent"])
    layers = [ground(np.diag([*frame.size, 1.0]), frame.size / 2, catalogue.papers[page])]
    layers.append(box(beyond, fields.pop("base"), **fields))
    if rng.random() < 0.25:
        layers.append(shade(rng, frame))
    return layers, [corners]


def _one(rng: Rng, catalogue: Catalogue, frame: Frame) -> Drawn:
    page = rng.integers(catalogue.pages)
    placement = place_page(rng, frame, catalogue.ratios[page], Wish((0.05, 0.9), outside=rng.random() < 0.15))
    if placement is None:
        return _empty(rng, catalogue, frame)
    return _with_documents(rng, catalogue, frame, [(page, placement)])


def _filling(rng: Rng, catalogue: Catalogue, frame: Frame) -> Drawn:
    """A page with hardly anything around it; unlike in a scan, a rim of the table remains."""
    page = _fitting_page(rng, catalogue, frame)
    if rng.random() < 0.5:
        placement = place_page(rng, frame, catalogue.ratios[page], Wish((0.6, 0.97), outside=rng.random() < 0.2))
    else:
        placement = Placement(rim_quad(rng, frame), np.diag([frame.width / 1.0, frame.width / 1.0, 1.0]))
    if placement is None:
        return _one(rng, catalogue, frame)
    return _with_documents(rng, catalogue, frame, [(page, placement)], ALIKE_SHARE_FILLING)


def _fitting_page(rng: Rng, catalogue: Catalogue, frame: Frame) -> int:
    """Of four pages, the one whose proportions are nearest the frame's."""
    pages = rng.integers(catalogue.pages, size=4)
    wanted = np.log(frame.height / frame.width)
    return int(pages[np.abs(np.log(catalogue.ratios[pages]) - wanted).argmin()])


def _several(rng: Rng, catalogue: Catalogue, frame: Frame) -> Drawn:
    placed: list[tuple[int, Placement]] = []
    wanted = rng.choice([2, 2, 2, 3, 4])
    for _ in range(40):
        page = rng.integers(catalogue.pages)
        placement = place_page(rng, frame, catalogue.ratios[page], Wish((0.05, 0.42 / np.sqrt(wanted))))
        if placement and all(_apart(placement.quad, other.quad) for _, other in placed):
            placed.append((page, placement))
        if len(placed) == wanted:
            break
    placed.sort(key=lambda item: -area_of(item[1].quad))
    return _with_documents(rng, catalogue, frame, placed) if placed else _empty(rng, catalogue, frame)


def _apart(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether a side of either quad separates the two (separating axis theorem)."""
    for quad in (first, second):
        for start, end in zip(quad, np.roll(quad, -1, 0), strict=True):
            normal = np.array([end[1] - start[1], start[0] - end[0]])
            one, two = first @ normal, second @ normal
            if one.max() < two.min() or two.max() < one.min():
                return True
    return False


def _empty(rng: Rng, catalogue: Catalogue, frame: Frame) -> Drawn:
    """No document: surfaces, rooms, objects, screens, faces."""
    layers = _surface(rng, catalogue, frame, None)
    for _ in range(min(rng.poisson(1.6), 5)):
        layers += thing(rng, catalogue, frame, paper_like=False)
    if rng.random() < 0.15:
        layers += hand(rng, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * frame.size, frame)
    return layers + _lights(rng, frame), []


def _with_documents(
    rng: Rng, catalogue: Catalogue, frame: Frame, placed: list[tuple[int, Placement]], alike: float = ALIKE_SHARE
) -> Drawn:
    main_page, main = placed[0]
    layers = _surface(rng, catalogue, frame, main)
    if rng.random() < alike:
        _make_alike(rng, layers, catalogue.papers[main_page])
    for _ in range(min(rng.poisson(1.1 if len(placed) == 1 else 0.4), 5)):
        layers += thing(rng, catalogue, frame, paper_like=len(placed) == 1)
    documents = [Document(page, placement.quad) for page, placement in placed]
    if len(placed) == 1 and rng.random() < 0.12:
        layers += stack_layers(rng, catalogue, documents[0], frame)
    for document in documents:
        layers += document_layers(rng, catalogue, document, frame)
    if rng.random() < HELD_SHARE.get(catalogue.kinds[main_page], USUAL_HELD_SHARE):
        for _ in range(rng.choice([1, 1, 2])):
            layers += hand(rng, main.quad, frame)
    if rng.random() < 0.18:
        layers.append(pen_across(rng, documents[0], frame))
    return layers + _lights(rng, frame), [document.quad for document in documents]


def _make_alike(rng: Rng, layers: list[np.ndarray], paper: np.ndarray) -> None:
    """Gives the surface nearly the paper's colour, in place."""
    colour = np.clip(paper * (1 + rng.normal(0, 0.05)) * rng.uniform(0.98, 1.02, 3), 0, 255)
    strength = rng.uniform(0.03, 0.5)
    for layer in layers:
        layer["base"], layer["gain"] = colour, strength


def _surface(rng: Rng, catalogue: Catalogue, frame: Frame, main: Placement | None) -> list[np.ndarray]:
    """The ground, mostly in the page's own perspective; sometimes a second surface and bars."""
    index = catalogue.pages + rng.integers(len(catalogue.kinds) - catalogue.pages)
    turn = (
        rng.normal(0, 0.02) + np.pi / 2 * rng.integers(4) if rng.random() < ALONG_SHARE else rng.uniform(0, 2 * np.pi)
    )
    tile = frame.long_side * rng.uniform(0.5, 1.8)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    middle = frame.size / 2
    facing = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1]])
    plane = facing if main is None or rng.random() < 0.3 else _plane_under(main, frame)
    plane = facing if plane is None else plane
    texels = catalogue.side / tile
    fields = textured(catalogue, index, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * tile)
    matrix = plane @ spin @ np.diag([tile, tile, 1]) @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    inside = middle if main is None else main.quad.mean(0)
    layers = [ground(matrix, inside, fields.pop("base"), **{**fields, "level": int(texels > 1.5) + int(texels > 3)})]
    if rng.random() < 0.2:
        layers.append(second_surface(rng, catalogue, frame))
    if rng.random() < (0.15 if main else 0.25):
        layers += bars(rng, frame)
    return layers


def _plane_under(main: Placement, frame: Frame) -> np.ndarray | None:
    """(3, 3) from the page's plane, scaled to px at the page, to frame px; None if the horizon is in the picture."""
    inverse = np.linalg.inv(main.plane)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]]) * frame.size
    depth = np.c_[corners, np.ones(5)] @ inverse[2]
    centre = np.append(main.quad.mean(0), 1) @ inverse[2]
    if np.any(depth * np.sign(centre) <= abs(centre) * 0.12):
        return None
    near = project(main.plane, np.array([[0, 0], [1e-3, 0], [0, 1e-3]]))
    scale = np.sqrt(abs(np.linalg.det(near[1:] - near[0]))) * 1e3
    return main.plane @ np.diag([1 / scale, 1 / scale, 1])


def _lights(rng: Rng, frame: Frame) -> list[np.ndarray]:
    layers = [shade(rng, frame) for _ in range(rng.choice([0, 1, 2], p=[0.6, 0.28, 0.12]))]
    if rng.random() < 0.10:
        layers.append(reflection(rng, frame))
    return layers


DRAW = {"one": _one, "filling": _filling, "several": _several, "scan": _scan, "empty": _empty}
