"""Properties of poses; the only tests that need no PyTorch, so .ci/python runs them."""

import unittest

import numpy as np

from .camera import Frame, Wish, homography_between, place_page, project

QUAD = np.array([[20.3, 30.1], [75.2, 22.4], [80.9, 101.7], [14.6, 95.2]])


class Geometry(unittest.TestCase):
    def test_homography_takes_corners_to_corners(self) -> None:
        other = QUAD[::-1] * 1.3 + 5
        np.testing.assert_allclose(project(homography_between(QUAD, other), QUAD), other, atol=1e-8)

    def test_placed_pages_fit_the_wish(self) -> None:
        frame, rng = Frame(96, 128, 0, 0), np.random.default_rng(3)
        for _ in range(50):
            placement = place_page(rng, frame, 1.4142, Wish((0.1, 0.6)))
            self.assertTrue((placement.quad > -1).all() and (placement.quad < frame.size + 1).all())


if __name__ == "__main__":
    unittest.main()
