"""python -m unittest discover -s training -t . (in services/vision-worker): what is painted of bent sheets."""

import unittest

import cv2
import numpy as np
import torch

from .paint import Paints, paint
from .picture import CELL, COLUMNS, FINE, HEIGHT, MARGIN, PAGE, ROWS, WIDTH, draw_shot
from .surface import KINDS
from .test_sheets import RATIO, rng_of

SIZE = (PAGE * FINE).astype(int)


def paints_of(pixels: np.ndarray, table: int = 250) -> Paints:
    return Paints(torch.from_numpy(pixels[None]), np.array([RATIO]), torch.full((1, 64, 64), table, dtype=torch.uint8))


class Pictures(unittest.TestCase):
    def test_show_a_mark_where_the_answer_says(self) -> None:
        """On a page with one dark mark, the answer at the place where it is seen leads back to where it was drawn."""
        checked = 0
        for number in range(40):
            rng = rng_of(4, number)
            row, column = int(rng.integers(4, ROWS - 4)), int(rng.integers(4, COLUMNS - 4))
            drawn = np.array([(column + 0.5) * CELL, (row + 0.5) * CELL])
            pixels = np.full((SIZE[1], SIZE[0]), 255, np.uint8)
            cv2.circle(pixels, tuple((drawn * FINE).astype(int)), 9, 0, -1)
            paints = paints_of(pixels)
            shot = draw_shot(rng, paints.choice(), str(rng.choice(list(KINDS))))
            picture = paint([shot], paints, torch.Generator().manual_seed(number))[0, 0].numpy()
            dark = cv2.GaussianBlur(picture, (0, 0), 3.0).astype(float)[MARGIN:-MARGIN, MARGIN:-MARGIN]
            local = dark / cv2.GaussianBlur(picture, (0, 0), 30.0)[MARGIN:-MARGIN, MARGIN:-MARGIN]
            found = np.array(np.unravel_index(local[40:-40, 40:-40].argmin(), local[40:-40, 40:-40].shape))[::-1] + 40.5
            cell = (found / CELL).astype(int)
            checked += float(np.abs(found + shot["shift"][:, cell[1], cell[0]] - drawn).max()) < 3
        # On a few, a crease or a shadow is darker.
        self.assertGreater(checked, 33)

    def test_are_the_same_alone_and_in_a_batch(self) -> None:
        paints = paints_of(np.full((SIZE[1], SIZE[0]), 200, np.uint8))
        shots = np.stack([draw_shot(rng_of(7, number), paints.choice()) for number in range(12)])
        shots["noise"] = 0
        together = paint(shots, paints, torch.Generator())
        alone = torch.cat([paint([shot], paints, torch.Generator()) for shot in shots])
        self.assertEqual(together.shape, (12, 1, HEIGHT, WIDTH))
        # Compression may round a level the other way.
        self.assertLess((together.float() - alone.float()).abs().mean(), 0.05)

    def test_end_where_the_photograph_does(self) -> None:
        paints = paints_of(np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0]), np.uint8))
        shot = draw_shot(rng_of(8), paints.choice(), "flat")
        shot["quality"], shot["noise"], shot["cut"] = 0, 0, [0, 0, 60, 0]
        picture = paint([shot], paints, torch.Generator())[0, 0]
        self.assertTrue((picture[-29:] == picture[-1]).all())
        self.assertFalse((picture[-40] == picture[-1]).all())


if __name__ == "__main__":
    unittest.main()
