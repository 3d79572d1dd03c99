"""The one primitive of every scene: a box in perspective, painted over what is below.

Pages, tables, fingers, shadows and reflections are all boxes; they differ in corner radius, softness, texture and
shading. So a scene is a small table of numbers, and rendering it takes a handful of tensor operations (render.py).
"""

import numpy as np

from .camera import UNIT_SQUARE, Frame, homography_between

LAYER = np.dtype(
    [
        ("to_unit", "f4", (3, 3)),  # canvas px -> unit square of the box
        ("bounds", "f4", 4),  # left, top, right, bottom of all that is painted, canvas px
        ("sense", "f4"),  # sign of the homogeneous coordinate in front of the camera
        ("texture", "i4"),  # tile of the atlas, -1 for a plain colour
        ("level", "i4"),  # of the atlas
        ("extent", "f4", 2),  # share of the tile that the unit square shows, (u, v)
        ("base", "f4", 3),  # plain colour, or the colour that replaces the tile's mean
        ("gain", "f4"),  # of the texture's deviation from its mean
        ("boundless", "f4"),  # 1: no border, the texture repeats mirrored
        ("radius", "f4"),  # of the corners, px
        ("soft", "f4"),  # width of the edge, px; 1 is sharp
        ("opacity", "f4"),
        ("hollow", "f4"),  # width of a frame, px; 0 for a full box
        ("beads", "f4"),  # number of pieces the box is cut into along u; 0 for one
        ("round", "f4"),  # strength of a cylinder's shading
        ("lit", "f4"),  # where the light hits the cylinder, -1..1 across v
        ("bend", "f4"),  # sagitta over the extent across it
        ("bend_shape", "i4"),  # index of BENDS
        ("bend_along", "i4"),  # 0: along u, 1: along v
        ("bend_shade", "f4"),
        ("cut", "f4", 4),  # torn corner: far side in u, far side in v (0 or 1), slant, size px
        ("ear", "f4"),  # shade of the strip along the cut
        ("ragged", "f4", 2),  # depth px and teeth along u
        ("panels", "i4", 2),  # creased into this many panels along u and along v; 0 for none
        ("panel_gain", "f4", (2, 4)),
        ("crease", "f4", 2),  # shade of the crease lines
        ("rim_width", "f4"),  # px
        ("rim", "f4", 4),  # shade of the rim at u = 0, u = 1, v = 0, v = 1
    ]
)
BENDS = ("arch", "wave", "open book", "zigzag", "barrel")


def box(quad: np.ndarray, colour: np.ndarray, **fields: object) -> np.ndarray:
    """A plain box over the quad (4, 2) px, clockwise; further fields of LAYER by name. A 0-d LAYER array."""
    layer = np.zeros((), LAYER)
    matrix = homography_between(quad, UNIT_SQUARE)
    centre = np.append(quad.mean(0), 1)
    layer["to_unit"], layer["sense"] = matrix, np.sign(matrix[2] @ centre)
    layer["texture"], layer["base"], layer["gain"] = -1, colour, 1
    layer["opacity"], layer["soft"], layer["extent"] = 1, 1, 1
    for name, value in fields.items():
        layer[name] = value
    reach = layer["soft"] + 1 + abs(layer["bend"]) * 2 * np.ptp(quad, axis=0).max()
    layer["bounds"] = *(quad.min(0) - reach), *(quad.max(0) + reach)
    return layer


def ground(plane: np.ndarray, inside: np.ndarray, colour: np.ndarray, **fields: object) -> np.ndarray:
    """A boundless surface; `plane` (3, 3) maps texture squares to px, `inside` (2,) is a px point in view."""
    layer = box(UNIT_SQUARE, colour, boundless=1, **fields)
    layer["bounds"] = -np.inf, -np.inf, np.inf, np.inf
    matrix = np.linalg.inv(plane)
    matrix = matrix / np.abs(matrix).max()
    layer["to_unit"], layer["sense"] = matrix, np.sign(matrix[2] @ np.append(inside, 1))
    return layer


def capsule(start: np.ndarray, end: np.ndarray, radius: float, colour: np.ndarray, **fields: object) -> np.ndarray:
    """A finger, a pen, a cup: a fully rounded box from start to end (2,) px, shaded as a cylinder."""
    along = end - start
    length = np.linalg.norm(along)
    along = along / length if length > 1e-6 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    first, last = start - along * radius, end + along * radius
    side = across * radius
    quad = np.stack([first - side, last - side, last + side, first + side])
    return box(quad, colour, **{"radius": radius, "round": 0.3, **fields})


def level_for(texels: float, pixels: float) -> int:
    """The atlas level at which `texels` of level 0 map to `pixels` without aliasing."""
    return int(np.clip(np.floor(np.log2(max(texels, 1) / max(pixels, 1)) + 0.55), 0, 3))


def moved_to_canvas(layers: np.ndarray, frame: Frame) -> np.ndarray:
    """Converts layers from frame px to canvas px, in place."""
    shift = np.array([[1, 0, -frame.left], [0, 1, -frame.top], [0, 0, 1]], np.float32)
    layers["to_unit"] = layers["to_unit"] @ shift
    layers["bounds"] += [frame.left, frame.top, frame.left, frame.top]
    return layers
