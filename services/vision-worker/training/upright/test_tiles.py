"""Properties of the choice of tiles; needs no PyTorch."""

import unittest

import numpy as np

from .tiles import COUNTS, SIDE, tiles_of


class Tiles(unittest.TestCase):
    def test_the_busiest_tile_comes_first(self) -> None:
        page = np.full((16 * SIDE, 12 * SIDE), 220, np.uint8)
        page[3 * SIDE : 4 * SIDE : 2, 2 * SIDE : 3 * SIDE] = 190
        tiles = tiles_of(page)
        self.assertEqual(len(tiles), sum(COUNTS))
        self.assertEqual([int(tile.min()) for tile in tiles[:2]], [190, 220])


if __name__ == "__main__":
    unittest.main()
