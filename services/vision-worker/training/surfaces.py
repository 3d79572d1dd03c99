"""python -m training.surfaces FOLDER... --out DIR: gathers pictures of surfaces and scenes from packages' files.

Keeps what is large enough, opaque and no icon, at most SIDE px, as JPEG. Training reads them with --surfaces; nothing
of them enters the repository. The README names the packages and their licences.
"""

import argparse
import os
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"

import cv2
import numpy as np

SIDE = 900
SHORT_MIN = 256
FLAT_MAX = 6.0
"""Mean absolute deviation in levels under which a picture shows nothing."""
ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".exr"}


def read_picture(path: Path) -> np.ndarray | None:
    """(h, w, 3) uint8 BGR; None if it is no picture, transparent, too small or nearly one tone."""
    pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.ndim != 3 or min(pixels.shape[:2]) < SHORT_MIN:
        return None
    if pixels.shape[2] == 4 and pixels[..., 3].min() < 255:
        return None
    pixels = pixels[..., :3]
    if pixels.dtype == np.float32:
        pixels = np.clip((pixels / (np.median(pixels) * 2.5 + 1e-6)).clip(0) ** (1 / 2.2) * 255, 0, 255)
    elif pixels.dtype == np.uint16:
        pixels = pixels / 257
    pixels = pixels.astype(np.uint8)
    if np.abs(pixels - pixels.mean((0, 1))).mean() < FLAT_MAX or _is_map(pixels.mean((0, 1))):
        return None
    share = min(1, SIDE / max(pixels.shape[:2]))
    size = (max(1, round(pixels.shape[1] * share)), max(1, round(pixels.shape[0] * share)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if min(size) >= SHORT_MIN else None


def _is_map(mean: np.ndarray) -> bool:
    """Of normals (bluish violet) or a mask (one channel alone), by its mean (3,) BGR: nothing that one sees."""
    blue, green, red = mean
    return (blue > 180 and abs(green - 128) < 30 and abs(red - 128) < 30) or np.sort(mean)[1] < 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    kept = 0
    for path in sorted(path for folder in options.folders for path in folder.rglob("*")):
        pixels = read_picture(path) if path.suffix.lower() in ENDINGS else None
        if pixels is not None:
            cv2.imwrite(str(options.out / f"{kept:05d}.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, 88])
            kept += 1
    print(f"{kept} pictures in {options.out}")


if __name__ == "__main__":
    main()
