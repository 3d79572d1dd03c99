"""Properties of bent sheets; needs no PyTorch."""

import unittest

import numpy as np

from .picture import Choice, draw_shot, places_of
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
        choice = Choice(np.array([RATIO]), 1, 64)
        shots = np.stack([draw_shot(rng_of(6, number), choice) for number in range(120)])
        self.assertLess(np.isnan(shots["shift"]).mean(), 0.03)
        self.assertGreater(shots["bent"].mean(), 0.5)

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


if __name__ == "__main__":
    unittest.main()
