"""Properties of bent sheets and of what is painted of them; needs no PyTorch."""

import unittest

import cv2
import numpy as np

from .picture import CELL, COLUMNS, FINE, MARGIN, PAGE, ROWS, Art, places_of, shoot
from .surface import KINDS, draw_surface, surface_at
from .view import draw_view, flat_at, sampled

RATIO = 0.7
HALF = np.array([RATIO, 1]) / np.hypot(RATIO, 1)


def rng_of(*seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


class Sheets(unittest.TestCase):
    def test_paper_bends_without_stretching(self) -> None:
        line = np.linspace(-1, 1, 401)
        for number, kind in enumerate(KINDS):
            surface = draw_surface(rng_of(1, number), RATIO, kind)
            bent = surface.__class__(kind, surface.bends[:1], None, surface.spine)
            for axis in (0, 1):
                places = np.zeros((len(line), 2))
                places[:, axis] = line * HALF[axis]
                length = np.linalg.norm(np.diff(surface_at(bent, places), axis=0), axis=1).sum()
                self.assertAlmostEqual(length, 2 * HALF[axis], delta=0.005, msg=kind)

    def test_most_pages_of_a_book_rise_from_its_gutter(self) -> None:
        rises = 0
        for number in range(40):
            surface = draw_surface(rng_of(5, number), RATIO, "spine")
            axis, sign = (1 if surface.spine in (0, 2) else 0), (-1 if surface.spine in (0, 3) else 1)
            places = np.zeros((2, 2))
            places[:, axis] = sign * HALF[axis] * np.array([1, 0.7])
            at_spine, beside = surface_at(surface, places)[:, 2]
            rises += beside > at_spine
        self.assertGreater(rises, 28)
        self.assertLess(rises, 40)

    def test_hardly_a_place_of_a_page_is_not_found(self) -> None:
        arts, tables = [Art(np.full((640, 448), 255, np.uint8), RATIO)], np.full((1, 64, 64), 250, np.uint8)
        shots = [shoot(rng_of(6, number), arts, tables) for number in range(120)]
        self.assertLess(np.mean([np.isnan(shot.shift).mean() for shot in shots]), 0.03)
        self.assertGreater(np.mean([shot.bent for shot in shots]), 0.5)

    def test_a_flat_sheet_is_seen_where_it_is(self) -> None:
        view = draw_view(rng_of(2), draw_surface(rng_of(2), RATIO, "flat"), RATIO)
        places = places_of(48, 36, 1 / 8)
        # Only as far off as its corners are missed and the lens bows.
        self.assertLess(float(np.abs(flat_at(view, places) - places).max()), 0.03)

    def test_places_are_found_again_on_the_flat_page(self) -> None:
        for number, kind in enumerate(KINDS):
            view = draw_view(rng_of(3, number), draw_surface(rng_of(3, number), RATIO, kind), RATIO)
            places = places_of(48, 36, 1 / 8)[6:-6, 6:-6]
            back = sampled(view.seen, flat_at(view, places))
            self.assertLess(float(np.abs(back - places).max()), 0.002, kind)


class Pictures(unittest.TestCase):
    def test_show_a_mark_where_the_answer_says(self) -> None:
        """On a page with one dark mark, the answer at the place where it is seen leads back to where it was drawn."""
        size = (PAGE * FINE).astype(int)
        tables = np.full((1, 64, 64), 250, np.uint8)
        checked = 0
        for number in range(40):
            rng = rng_of(4, number)
            row, column = int(rng.integers(4, ROWS - 4)), int(rng.integers(4, COLUMNS - 4))
            drawn = np.array([(column + 0.5) * CELL, (row + 0.5) * CELL])
            pixels = np.full((size[1], size[0]), 255, np.uint8)
            cv2.circle(pixels, tuple((drawn * FINE).astype(int)), 9, 0, -1)
            shot = shoot(rng, [Art(pixels, RATIO)], tables, str(rng.choice(list(KINDS))))
            dark = cv2.GaussianBlur(shot.picture, (0, 0), 3.0).astype(float)[MARGIN:-MARGIN, MARGIN:-MARGIN]
            local = dark / cv2.GaussianBlur(shot.picture, (0, 0), 30.0)[MARGIN:-MARGIN, MARGIN:-MARGIN]
            found = np.array(np.unravel_index(local[40:-40, 40:-40].argmin(), local[40:-40, 40:-40].shape))[::-1] + 40.5
            cell = (found / CELL).astype(int)
            shift = shot.shift[cell[1], cell[0]]
            checked += float(np.abs(found + shift - drawn).max()) < 3
        # On a few, a crease or a shadow is darker.
        self.assertGreater(checked, 33)


if __name__ == "__main__":
    unittest.main()
