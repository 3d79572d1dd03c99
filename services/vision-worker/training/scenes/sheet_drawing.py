"""A page being drawn: words, rules, boxes and pictures in the page's own style."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from .backgrounds import WORDS, scattered
from .colour import as_bytes, from_hsv, pen, surface
from .noise import Rng
from .stock import cut_picture


@dataclass
class Sheet:
    """pixels (h, w, 3) uint8 RGB; `letter` is the body text's height in px, `unit` 1/768 of the long side."""

    rng: Rng
    pixels: np.ndarray
    paper: np.ndarray
    ink: np.ndarray
    font: int
    letter: float
    margin: float
    pictures: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        return self.pixels.shape[0]

    @property
    def width(self) -> int:
        return self.pixels.shape[1]

    @property
    def unit(self) -> float:
        return max(self.height, self.width) / 768

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def box(self, area: tuple[float, float, float, float], colour: np.ndarray, line: float = -1) -> None:
        """A rectangle (left, top, right, bottom), filled unless a line width is given."""
        left, top, right, bottom = (int(value) for value in area)
        width = -1 if line < 0 else max(1, round(line * self.unit))
        cv2.rectangle(self.pixels, (left, top), (right, bottom), pen(colour), width)

    def rule(self, start: tuple[float, float], end: tuple[float, float], colour: np.ndarray, line: float = 1) -> None:
        first, last = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
        cv2.line(self.pixels, first, last, pen(colour), max(1, round(line * self.unit)), cv2.LINE_AA)

    def words(self, at: tuple[float, float], text: str, letter: float, colour: np.ndarray | None = None) -> None:
        """One line of text on its baseline."""
        thick = max(1, round(letter / self.rng.uniform(7, 13)))
        shade = pen(self.ink if colour is None else colour)
        cv2.putText(self.pixels, text, (int(at[0]), int(at[1])), self.font, letter / 21, shade, thick, cv2.LINE_AA)

    def paragraph(
        self,
        area: tuple[float, float, float, float],
        letter: float | None = None,
        colour: np.ndarray | None = None,
        ragged: bool = False,
        leading: float = 1.5,
    ) -> None:
        """Fills (left, top, right, bottom) with lines of words."""
        letter = letter or self.letter
        left, top, right, bottom = area
        base = top + letter
        while base < bottom:
            last = self.chance(0.12)
            fill = (
                self.rng.uniform(0.2, 0.9) if last else self.rng.uniform(0.4 if ragged else 0.9, 0.9 if ragged else 1)
            )
            count = max(2, int((right - left) * fill / (letter * 0.78)))
            self.words((left, base), self._sentence(count), letter, colour)
            base += letter * leading * (1.8 if last and self.chance(0.5) else 1)

    def _sentence(self, letters: int) -> str:
        text = ""
        while len(text) < letters:
            text += WORDS[self.rng.integers(len(WORDS))] + " "
        return text[:letters]

    def picture(self, area: tuple[float, float, float, float]) -> None:
        left, top = max(0, int(area[0])), max(0, int(area[1]))
        width, height = max(4, int(area[2]) - left), max(4, int(area[3]) - top)
        if self.pictures and self.chance(0.6):
            pixels = cut_picture(self.rng, self.pictures, width, height)
        else:
            pixels = cv2.resize(scattered(self.rng, 160, self.rng.integers(8, 80), (0.025, 0.5)), (width, height))
        target = self.pixels[top : top + height, left : left + width]
        target[:] = pixels[: target.shape[0], : target.shape[1]]

    def wash(self, strength: float) -> None:
        """A soft print of three by three colours over the whole page."""
        colours = np.uint8([[surface(self.rng) for _ in range(3)] for _ in range(3)])
        soft = cv2.resize(colours, (self.width, self.height), interpolation=cv2.INTER_CUBIC)
        self.pixels[:] = as_bytes(self.pixels * (1 - strength) + soft * strength)

    def handwriting(self, top: float) -> None:
        ink = from_hsv(self.rng.choice([0, 112, 115, 175]), self.rng.uniform(0, 220), self.rng.uniform(20, 150))
        step, base = self.rng.uniform(22, 60) * self.unit, top
        while base < self.height * self.rng.uniform(0.4, 0.95):
            strokes = int(self.rng.integers(30, 160))
            x = np.cumsum(self.rng.uniform(1, 4, strokes)) * (self.width - 2 * self.margin) / 320 + self.margin
            wave = np.sin(np.arange(strokes) * self.rng.uniform(0.8, 1.6) + self.rng.normal(0, 0.6, strokes))
            y = base + np.cumsum(self.rng.normal(0, 0.4, strokes)) * self.unit + step * 0.3 * wave
            thick = max(1, round(self.rng.integers(1, 5) * self.unit))
            cv2.polylines(self.pixels, [np.int32(np.stack([x, y], 1))], False, pen(ink), thick, cv2.LINE_AA)
            base += step

    def stroke(self, points: list[tuple[float, float]]) -> None:
        """Wobbly lines through the points, as drawn by hand, with a pen of a random colour."""
        ink = from_hsv(self.rng.choice([0, 60, 112, 115, 175]), self.rng.uniform(0, 220), self.rng.uniform(20, 170))
        ends = np.array(points)
        path = np.concatenate([np.linspace(a, b, 24) for a, b in pairwise(ends)])
        path = path + np.cumsum(self.rng.normal(0, 0.35, path.shape), 0) * self.unit
        thick = max(1, round(self.rng.uniform(1, 4) * self.unit))
        cv2.polylines(self.pixels, [np.int32(path)], False, pen(ink), thick, cv2.LINE_AA)

    def matrix_code(self, size: float, at: tuple[float, float]) -> None:
        """Something like a QR code."""
        cells = (self.rng.random((21, 21)) < 0.5).astype(np.uint8) * 255
        edge = max(8, int(size))
        code = cv2.resize(cells, (edge, edge), interpolation=cv2.INTER_NEAREST)[..., None]
        target = self.pixels[int(at[1]) : int(at[1]) + edge, int(at[0]) : int(at[0]) + edge]
        target[:] = code[: target.shape[0], : target.shape[1]]
