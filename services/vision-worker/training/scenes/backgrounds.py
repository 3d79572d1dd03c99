"""What documents lie on and what is behind them.

Every painter takes a generator and a side in px and returns (side, side, 3) uint8 RGB.
"""

import cv2
import numpy as np

from .colour import as_bytes, brown, from_hsv, mixed, neutral, pen, surface, vivid
from .noise import Rng, cloud, gradient

WORDS = (
    "le la les des du un une et en pour dans sur avec facture total montant date client adresse rue contrat "
    "article conditions signature numero reference paiement livraison compte service public avis impot releve "
    "assurance certificat nous vous avons recevoir informations document page annexe copie dossier demande"
).split()


def scattered(rng: Rng, side: int, count: int, sizes: tuple[float, float]) -> np.ndarray:
    """Overlapping shapes of all sizes ("dead leaves", natural image statistics); sizes as shares of the side."""
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = surface(rng)
    palette = [surface(rng) for _ in range(rng.integers(3, 12))]
    smallest, largest = sizes
    for done in range(count):
        radius = side * smallest * (largest / smallest) ** (rng.random() ** 1.5 * (1 - 0.5 * done / count))
        colour = pen(palette[rng.integers(len(palette))] * rng.uniform(0.6, 1.15))
        _leaf(rng, pixels, radius, colour)
    return pixels


def _leaf(rng: Rng, pixels: np.ndarray, radius: float, colour: tuple) -> None:
    centre = rng.uniform(0, len(pixels), 2)
    kind = rng.integers(4)
    if kind == 0:
        size = (float(radius * 2), float(radius * 2 * rng.uniform(0.3, 1)))
        cv2.ellipse(pixels, (tuple(map(float, centre)), size, float(rng.uniform(0, 180))), colour, -1, cv2.LINE_AA)
    elif kind == 1:
        corners = rng.integers(3, 8)
        angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
        reach = radius * rng.uniform(0.5, 1.2, corners)[:, None]
        outline = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * reach
        cv2.fillPoly(pixels, [np.int32(outline)], colour, cv2.LINE_AA)
    elif kind == 2:
        size = (float(radius * 2), float(radius * rng.uniform(0.2, 2)))
        box = cv2.boxPoints((tuple(map(float, centre)), size, float(rng.uniform(0, 180))))
        cv2.fillPoly(pixels, [np.int32(box)], colour, cv2.LINE_AA)
    else:
        end = centre + rng.uniform(-3, 3, 2) * radius
        thickness = max(1, int(radius * rng.uniform(0.1, 0.5)))
        cv2.line(pixels, _at(centre), _at(end), colour, thickness, cv2.LINE_AA)


def _at(point: np.ndarray) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def clutter(rng: Rng, side: int) -> np.ndarray:
    pixels = scattered(rng, side, rng.integers(30, 300), (0.009, 0.27))
    return as_bytes(pixels * (1 + 0.12 * cloud(rng, side, side, 1.5)[..., None]))


def room(rng: Rng, side: int) -> np.ndarray:
    """An out-of-focus interior."""
    pixels = scattered(rng, side, rng.integers(15, 120), (0.02, 0.36))
    return cv2.GaussianBlur(pixels, (0, 0), side * rng.uniform(0.0013, 0.013))


def wood(rng: Rng, side: int) -> np.ndarray:
    down, across = np.mgrid[0:side, 0:side].astype(np.float32) / side
    planks = rng.integers(1, 8) if rng.random() < 0.7 else 1
    plank = np.minimum((down * planks).astype(int), planks - 1)
    offset = rng.uniform(0, 9, planks).astype(np.float32)[plank]
    warp = cloud(rng, side, side, 3.2) * rng.uniform(0.02, 0.25)
    wave = np.sin(across * rng.uniform(1, 5) + offset) * rng.uniform(0, 1)
    rings = np.sin(2 * np.pi * ((down + warp * 0.3) * rng.uniform(4, 30) + offset + wave))
    fibres = rng.standard_normal((side, 24)).astype(np.float32)
    fibres = cv2.resize(fibres, (side, side), interpolation=cv2.INTER_CUBIC)
    tone = surface(rng) if rng.random() < 0.3 else brown(rng)
    share = np.clip(0.5 + rings * rng.uniform(0.05, 0.35) + fibres * rng.uniform(0.05, 0.2), 0, 1)
    pixels = mixed(tone * rng.uniform(0.5, 0.9), tone, share)
    pixels *= (1 + rng.uniform(-0.15, 0.15, planks).astype(np.float32)[plank])[..., None]
    if planks > 1:
        joint = np.abs((down * planks) % 1 - 0.5) > 0.5 - rng.uniform(0.006, 0.03)
        pixels[joint] *= rng.uniform(0.2, 0.8)
    return as_bytes(pixels)


def fabric(rng: Rng, side: int) -> np.ndarray:
    down, across = np.mgrid[0:side, 0:side].astype(np.float32)
    period = side * rng.uniform(0.007, 0.031)
    warp, weft = surface(rng), surface(rng)
    if rng.random() < 0.8:
        weft = warp * rng.uniform(0.6, 1.1)
    share = 0.5 + 0.25 * np.sin(2 * np.pi * across / period)
    share += 0.25 * np.sin(2 * np.pi * down / period * rng.choice([1, 1, 0.5]))
    uneven = 0.15 * cloud(rng, side, side, 2.5) * rng.random() + 0.08 * rng.standard_normal((side, side))
    return as_bytes(mixed(warp, weft, share) * (1 + uneven)[..., None])


def tiles(rng: Rng, side: int) -> np.ndarray:
    base, other = surface(rng), surface(rng)
    columns, rows = rng.integers(1, 8, 2)
    brick, checker, spread = rng.choice([0, 0.5]), rng.random() < 0.25, rng.uniform(0, 0.25)
    grout = surface(rng) if rng.random() < 0.4 else base * rng.uniform(0.4, 1.3)
    joint = max(1, int(side * rng.uniform(0.002, 0.016)))
    pixels = base * (1 + rng.uniform(0.02, 0.12) * cloud(rng, side, side, rng.uniform(1, 3)))[..., None]
    for row in range(rows):
        for column in range(-1, columns + 1):
            left, top = int((column + brick * (row % 2)) * side / columns), int(row * side / rows)
            right, bottom = int(left + side / columns), int(top + side / rows)
            tile = pixels[top:bottom, max(left, 0) : max(right, 0)]
            tile *= 1 + rng.uniform(-spread, spread)
            if checker and (row + column) % 2:
                tile *= (other / (base + 1)).clip(0.1, 3)
            cv2.rectangle(pixels, (left, top), (right, bottom), pen(grout), joint)
    return as_bytes(pixels)


def slats(rng: Rng, side: int) -> np.ndarray:
    phase = (np.arange(side, dtype=np.float32) / side * rng.integers(4, 26)) % 1
    duty = rng.uniform(0.4, 0.9)
    profile = np.where(phase < duty, 0.75 + 0.25 * np.sin(np.pi * phase / duty), rng.uniform(0.05, 0.5))
    tone = surface(rng)
    pixels = mixed(tone * 0.1, tone, np.tile(profile.astype(np.float32), (side, 1)))
    return as_bytes(pixels * (1 + 0.06 * cloud(rng, side, side, 2))[..., None])


def plain(rng: Rng, side: int) -> np.ndarray:
    uneven = gradient(rng, side, side) * rng.uniform(0, 0.2)
    uneven += cloud(rng, side, side, rng.uniform(0.3, 3)) * rng.uniform(0, 0.06)
    return as_bytes(surface(rng) * (1 + uneven)[..., None])


def granite(rng: Rng, side: int) -> np.ndarray:
    tone = surface(rng)
    other = tone * rng.uniform(0.2, 1.8) if rng.random() < 0.7 else surface(rng)
    share = cloud(rng, side, side, rng.uniform(0.2, 1.6)) * rng.uniform(0.1, 0.45)
    return as_bytes(mixed(tone, other, np.clip(share, 0, 1)))


def marble(rng: Rng, side: int) -> np.ndarray:
    veins = np.abs(np.sin(cloud(rng, side, side, 3.0) * rng.uniform(1, 3))) ** rng.uniform(0.2, 0.6)
    tone = neutral(rng) if rng.random() < 0.7 else surface(rng)
    return as_bytes(mixed(tone * rng.uniform(0.4, 0.9), tone, veins))


def foliage(rng: Rng, side: int) -> np.ndarray:
    pixels = np.zeros((side, side, 3), np.uint8)
    hue = rng.uniform(25, 75)
    for _ in range(rng.integers(80, 400)):
        centre, length, angle = rng.uniform(0, side, 2), side * rng.uniform(0.02, 0.2), rng.uniform(0, 360)
        colour = from_hsv(hue + rng.normal(0, 8), rng.uniform(90, 230), rng.uniform(30, 220))
        size = (float(length), float(length * rng.uniform(0.12, 0.5)))
        cv2.ellipse(pixels, (tuple(map(float, centre)), size, float(angle)), pen(colour), -1, cv2.LINE_AA)
        along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * length / 2
        cv2.line(pixels, _at(centre - along), _at(centre + along), pen(colour * 1.15), 1, cv2.LINE_AA)
    return pixels


def poster(rng: Rng, side: int) -> np.ndarray:
    """Large flat shapes and huge letters: covers, signs, street graphics."""
    pixels = scattered(rng, side, rng.integers(2, 14), (0.045, 0.5))
    for _ in range(rng.integers(1, 8)):
        word, at = str(rng.choice(WORDS)).upper(), (int(side * rng.uniform(-0.1, 0.7)), int(side * rng.uniform(0, 1)))
        font, size = int(rng.choice([0, 2, 3, 4])), side / 448 * rng.uniform(0.6, 6)
        cv2.putText(pixels, word, at, font, size, pen(surface(rng)), int(rng.integers(2, 24)), cv2.LINE_AA)
    return pixels


def keyboard(rng: Rng, side: int) -> np.ndarray:
    body = neutral(rng)
    keys = np.clip(body * rng.uniform(0.3, 1.3), 0, 255)
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = body * rng.uniform(0.2, 1)
    pitch = side / rng.integers(6, 16)
    for row in range(int(side / pitch) + 1):
        for column in range(-1, int(side / pitch) + 1):
            left, top, gap = (column + 0.37 * (row % 3)) * pitch, row * pitch, pitch * 0.1
            first, last = (int(left + gap), int(top + gap)), (int(left + pitch - gap), int(top + pitch - gap))
            cv2.rectangle(pixels, first, last, pen(keys), -1, cv2.LINE_AA)
            at = (int(left + pitch * 0.3), int(top + pitch * 0.6))
            cv2.putText(pixels, chr(65 + rng.integers(26)), at, 0, pitch / 60, pen(255 - keys), 1, cv2.LINE_AA)
    return pixels


def shelf(rng: Rng, side: int) -> np.ndarray:
    """Book spines side by side, with their titles."""
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = brown(rng) * 0.4
    rows = rng.integers(1, 4)
    for row in range(rows):
        left = 0.0
        while left < side:
            wide = side * rng.uniform(0.03, 0.12)
            top = int(side * (row + rng.uniform(0.05, 0.3)) / rows)
            bottom = int(side * (row + 0.93) / rows)
            colour = surface(rng)
            cv2.rectangle(pixels, (int(left), top), (int(left + wide), bottom), pen(colour), -1)
            cv2.rectangle(pixels, (int(left), top), (int(left + wide), bottom), pen(colour * 0.5), 1)
            _title(rng, pixels[top:bottom, int(left) : int(left + wide)], wide)
            left += wide
    return pixels


def _title(rng: Rng, spine: np.ndarray, wide: float) -> None:
    height, width = spine.shape[:2]
    if min(height, width) < 8:
        return
    lying = np.ascontiguousarray(np.rot90(spine))
    word = " ".join(rng.choice(WORDS, 3))
    cv2.putText(lying, word, (4, int(wide * 0.65)), 0, wide / 50, pen(surface(rng)), 1, cv2.LINE_AA)
    spine[:] = np.rot90(lying, -1)


def outdoors(rng: Rng, side: int) -> np.ndarray:
    """Sky, ragged horizons, facades with windows."""
    fall = np.linspace(0, 1.6, side, dtype=np.float32)[:, None].clip(0, 1)
    pixels = mixed(surface(rng), surface(rng), np.repeat(fall, side, 1))
    horizon = rng.uniform(0.3, 0.8) * side
    for ridge in range(rng.integers(1, 5)):
        ragged = cv2.GaussianBlur(
            rng.normal(0, 1, (1, side)).astype(np.float32), (0, 0), side * rng.uniform(0.004, 0.09)
        )
        profile = horizon + ragged[0] * side * rng.uniform(0.04, 0.6) + ridge * side * rng.uniform(0.01, 0.09)
        below = np.arange(side)[:, None] > profile[None]
        rough = cloud(rng, side, side, rng.uniform(0.8, 2.5))[below]
        pixels[below] = surface(rng) * rng.uniform(0.3, 1) * (1 + 0.25 * rough)[:, None]
    for _ in range(rng.integers(0, 4)):
        _facade(rng, pixels)
    return as_bytes(pixels)


def _facade(rng: Rng, pixels: np.ndarray) -> None:
    side = len(pixels)
    left, top = rng.uniform(-0.1, 0.8, 2) * side
    wide, high = rng.uniform(0.1, 0.6, 2) * side
    wall, pitch = surface(rng), side * rng.uniform(0.03, 0.11)
    cv2.rectangle(pixels, (int(left), int(top)), (int(left + wide), int(top + high)), pen(wall), -1)
    for y in np.arange(top + pitch * 0.3, top + high - pitch * 0.7, pitch):
        for x in np.arange(left + pitch * 0.3, left + wide - pitch * 0.6, pitch):
            first, last = (int(x), int(y)), (int(x + pitch * 0.5), int(y + pitch * 0.6))
            cv2.rectangle(pixels, first, last, pen(wall * rng.uniform(0.2, 1.4)), -1)


def creature(rng: Rng, side: int) -> np.ndarray:
    """A soft round subject on a blurred background: faces, animals, food, flowers, framed like a portrait."""
    pixels = room(rng, side).astype(np.float32)
    down, across = np.mgrid[0:side, 0:side].astype(np.float32) / side
    for _ in range(rng.integers(1, 6)):
        x, y = rng.uniform(0.1, 0.9, 2)
        spread = rng.uniform(0.03, 0.35)
        distance = np.hypot((across - x) / spread, (down - y) / (spread * rng.uniform(0.5, 1.5)))
        distance += 0.12 * cloud(rng, side, side, 2.4)
        inside = np.clip((1 - distance) * rng.uniform(4, 40), 0, 1)[..., None]
        fur = 1 + 0.2 * cloud(rng, side, side, rng.uniform(0.6, 2.2))[..., None]
        pixels += (surface(rng) * fur * (1.1 - 0.4 * distance[..., None]) - pixels) * inside
    return as_bytes(pixels)


def fruit_stall(rng: Rng, side: int) -> np.ndarray:
    """Many similar round objects: coins, fruit, pebbles, cups."""
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = surface(rng) * 0.5
    base, radius = vivid(rng) if rng.random() < 0.5 else surface(rng), side * rng.uniform(0.02, 0.12)
    for _ in range(int(0.8 * (side / radius) ** 2 / 3)):
        at, size = _at(rng.uniform(0, side, 2)), radius * rng.uniform(0.8, 1.2)
        colour = base * rng.uniform(0.6, 1.2)
        cv2.circle(pixels, at, int(size), pen(colour * 0.7), -1, cv2.LINE_AA)
        cv2.circle(
            pixels, (int(at[0] - size * 0.15), int(at[1] - size * 0.15)), int(size * 0.8), pen(colour), -1, cv2.LINE_AA
        )
    return pixels


PAINTERS = {
    wood: 5, plain: 5, room: 3, fabric: 2.5, tiles: 2.5, clutter: 2.5, outdoors: 2, granite: 2, poster: 2,
    marble: 1.5, slats: 1.5, creature: 1.5, foliage: 1.2, shelf: 0.8, keyboard: 0.7, fruit_stall: 0.7,
}  # fmt: skip


def paint_background(rng: Rng, side: int) -> np.ndarray:
    """One background of a random kind, (side, side, 3) uint8 RGB."""
    weights = np.array(list(PAINTERS.values()), float)
    painter = list(PAINTERS)[rng.choice(len(PAINTERS), p=weights / weights.sum())]
    pixels = painter(rng, side)
    if rng.random() < 0.25:
        stains = np.clip(cloud(rng, side, side, 2.6) - rng.uniform(0.2, 1.5), 0, 2) * rng.uniform(0.05, 0.3)
        pixels = as_bytes(pixels * (1 - stains)[..., None])
    return pixels
