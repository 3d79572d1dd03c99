"""python -m unittest discover -s training -t . (in services/vision-worker): properties of the training's parts."""

import unittest

import numpy as np
import torch

from .decode import decode
from .losses import finder_loss
from .network import iou, letterbox
from .render import pack, render
from .scenes.atlas import build_atlas
from .scenes.camera import project
from .scenes.draw import Canvas, draw_scene
from .scenes.sensor import jpeg
from .targets import target_maps

CANVAS = Canvas(128, 96)
QUAD = np.array([[20.3, 30.1], [75.2, 22.4], [80.9, 101.7], [14.6, 95.2]])


class Letterbox(unittest.TestCase):
    def test_maps_points_to_the_input(self) -> None:
        pixels = np.zeros((300, 400, 3), np.uint8)
        pixels[40:60, 340:360] = 255
        image, to_input = letterbox(pixels, 256, 192)
        rows, columns = np.nonzero(image[0] > 0.5)
        spot = np.array([columns.mean() + 0.5, rows.mean() + 0.5])
        np.testing.assert_allclose(project(to_input, np.array([[350.0, 50.0]]))[0], spot, atol=0.5)


class Painting(unittest.TestCase):
    def setUp(self) -> None:
        self.atlas = build_atlas(1, (6, 4), 64)
        self.scenes = [draw_scene((1, index), self.atlas.catalogue, CANVAS) for index in range(8)]

    def painted(self, scenes: list) -> torch.Tensor:
        return render(pack(scenes), self.atlas, CANVAS, torch.Generator().manual_seed(1)).images

    def test_same_seeds_give_same_pictures(self) -> None:
        again = [draw_scene((1, index), self.atlas.catalogue, CANVAS) for index in range(8)]
        self.assertTrue(torch.equal(self.painted(self.scenes), self.painted(again)))

    def test_a_batch_is_painted_like_its_scenes_alone(self) -> None:
        for scene in self.scenes:
            scene.sensor["noise"] = 0
        alone = torch.cat([self.painted([scene]) for scene in self.scenes])
        self.assertLessEqual(int((self.painted(self.scenes).int() - alone.int()).abs().max()), 1)

    def test_jpeg_keeps_flat_colours(self) -> None:
        flat = torch.full((1, 3, 48, 32), 100.0)
        self.assertLessEqual(float((jpeg(flat, torch.tensor([90.0])) - flat).abs().max()), 2)


class Decoding(unittest.TestCase):
    def test_perfect_maps_restore_the_quad(self) -> None:
        quads = torch.full((1, 4, 4, 2), torch.nan)
        quads[0, 0] = torch.from_numpy(QUAD)
        (found,) = decode(target_maps(quads, 32, 24)[0].numpy())
        self.assertGreater(iou(found.quad, QUAD), 0.98)
        self.assertGreater(iou(found.fitted, QUAD), 0.985)

    def test_perfect_maps_cost_less_than_empty_ones(self) -> None:
        quads = torch.full((1, 4, 4, 2), torch.nan)
        quads[0, 0] = torch.from_numpy(QUAD)
        maps = torch.logit(target_maps(quads, 32, 24).clamp(1e-4, 1 - 1e-4))
        flags, truth = torch.zeros(1, 3), torch.tensor([[1.0, 0, 0]])
        right, _ = finder_loss(maps, flags, quads, truth)
        wrong, _ = finder_loss(torch.full_like(maps, -4), flags, quads, truth)
        self.assertLess(float(right), float(wrong) / 3)


if __name__ == "__main__":
    unittest.main()
