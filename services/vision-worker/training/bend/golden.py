"""python -m training.bend.golden NETWORK --out FILE.json: what the network says of a picture that both can draw.

The worker's test of its network compares with it.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from .evaluate import load_answering
from .picture import HEIGHT, WIDTH


def waves() -> np.ndarray:
    """(HEIGHT, WIDTH) float32: lines that sink to the right, across slower ones that run down."""
    x, y = np.meshgrid(np.arange(WIDTH, dtype=np.float64), np.arange(HEIGHT, dtype=np.float64))
    return (150 + 50 * np.sin(0.7 * y - 0.0002 * x * x) + 40 * np.sin(0.05 * x)).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    places, bent = load_answering(options.network)(waves()[None, None])
    rows = [plane.ravel()[::10].round(4).tolist() for plane in places[0].astype(float)]
    options.out.write_text(json.dumps({"every": 10, "places": rows, "bent": round(float(bent[0, 0]), 5)}) + "\n")


if __name__ == "__main__":
    main()
