"""Pages in real fonts, as the upright finder's training sets them, printed in colour on paper."""

import cv2
import numpy as np

from ..upright.fonts import Fonts
from ..upright.page import draw_page
from .colour import as_bytes, paper, surface
from .noise import Rng


def typeset_page(rng: Rng, long_side: int, fonts: Fonts) -> tuple[np.ndarray, str, np.ndarray]:
    """pixels (h, w, 3) uint8 RGB of the long side, the kind it passes for, and its paper (3,) RGB."""
    ink = draw_page(rng, fonts, share=float(rng.uniform(0.4, 0.9)))
    share = long_side / max(ink.shape)
    size = (max(16, round(ink.shape[1] * share)), max(16, round(ink.shape[0] * share)))
    cover = 1 - cv2.resize(ink, size, interpolation=cv2.INTER_AREA)[..., None] / 255
    sheet, colour = paper(rng), np.full(3, rng.uniform(0, 80)) if rng.random() < 0.8 else surface(rng) * 0.6
    pixels = as_bytes(sheet * (1 - cover) + colour * cover)
    ratio = max(size) / min(size)
    kind = "receipt" if ratio > 1.7 else "card" if ratio > 1.5 and rng.random() < 0.4 else "letter"
    return pixels, kind, np.float32(sheet)
