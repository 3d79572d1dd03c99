"""python -m training.golden --network FILE --out FILE.json: maps of generated pictures and the quads decoded from them.

The tests of the worker's decoder compare with these. Maps are stored as base64 bytes, and decoded from those bytes.
"""

import argparse
import base64
import json
from pathlib import Path

import numpy as np
import torch

from .decode import decode
from .network import load_network
from .render import pack, render
from .scenes.atlas import build_atlas
from .scenes.draw import Canvas, draw_scene

SEED = 5
PICTURES = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    network = load_network(options.network)
    canvas, atlas = Canvas(network.height, network.width), build_atlas(SEED, (30, 20), 256)
    scenes = [draw_scene((SEED, index), atlas.catalogue, canvas) for index in range(PICTURES)]
    pictures = render(pack(scenes), atlas, canvas, torch.Generator().manual_seed(SEED))
    answers = []
    for image in pictures.images.numpy():
        maps, _ = network.run(image.astype(np.float32) / 255)
        kept = np.round(maps * 255).astype(np.uint8)
        found = decode(kept.astype(np.float64) / 255)
        answers.append(
            {
                "rows": kept.shape[1],
                "columns": kept.shape[2],
                "maps": [base64.b64encode(plane.tobytes()).decode() for plane in kept],
                "found": [
                    {
                        "quad": one.quad.round(4).tolist(),
                        "fitted": one.fitted.round(4).tolist(),
                        "score": round(one.score, 5),
                    }
                    for one in found
                ],
            }
        )
    options.out.write_text(json.dumps(answers) + "\n")


if __name__ == "__main__":
    main()
