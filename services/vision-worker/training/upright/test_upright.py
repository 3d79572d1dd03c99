"""python -m unittest discover -s training -t . (in services/vision-worker): properties of the tile reader."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageDraw

from .export import export
from .fonts import FOLDER, find_fonts
from .network import SIDE, TURNS, TileReader
from .pen import Pen, take_pen
from .start import start_from
from .writing import short_lines


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

    def test_training_continues_from_an_exported_file_with_the_same_answers(self) -> None:
        torch.manual_seed(2)
        reader, tiles = TileReader(), torch.rand(8, 1, SIDE, SIDE) * 255
        reader(tiles)
        with tempfile.TemporaryDirectory() as folder, torch.no_grad():
            file = Path(folder) / "reader.onnx"
            export(reader.eval(), file)
            continued = TileReader()
            start_from(file, continued, tiles)
            self.assertTrue(torch.allclose(continued.eval()(tiles), reader(tiles), atol=1e-3))


class Writing(unittest.TestCase):
    def setUp(self) -> None:
        try:
            self.fonts = find_fonts(FOLDER, "train")
        except FileNotFoundError as missing:
            self.skipTest(str(missing))

    def ink(self, script: str | None) -> np.ndarray:
        """How much of each column is written on."""
        image, rng = Image.new("L", (1200, 600), 255), np.random.default_rng(3)
        pen = Pen(ImageDraw.Draw(image), rng, self.fonts, 30, "print", script, False, (0, 1200))
        take_pen(pen)
        short_lines(pen, (0, 0, 1200, 600))
        return (np.asarray(image) < 128).mean(0)

    def test_arabic_and_hebrew_begin_at_the_right(self) -> None:
        for script, from_left in ((None, True), ("cyrillic", True), ("arabic", False), ("hebrew", False)):
            ink = self.ink(script)
            self.assertEqual(ink[:150].sum() > ink[-150:].sum(), from_left, script)


if __name__ == "__main__":
    unittest.main()
