"""python -m unittest discover -s training -t . (in services/vision-worker): properties of the tile reader."""

import unittest

import torch

from .network import SIDE, TURNS, TileReader


class Reading(unittest.TestCase):
    def test_a_turned_tile_gives_turned_logits(self) -> None:
        torch.manual_seed(1)
        reader, tiles = TileReader().eval(), torch.rand(3, 1, SIDE, SIDE) * 255
        with torch.no_grad():
            upright, turned = reader(tiles), reader(torch.rot90(tiles, -1, (2, 3)))
        self.assertTrue(torch.allclose(turned, upright.roll(1, dims=1), atol=1e-5))

    def test_an_empty_tile_says_nothing(self) -> None:
        with torch.no_grad():
            logits = TileReader().eval()(torch.full((1, 1, SIDE, SIDE), 200.0))
        self.assertLess(float(logits.max() - logits.min()), 1e-5)
        self.assertEqual(logits.shape, (1, TURNS))


if __name__ == "__main__":
    unittest.main()
