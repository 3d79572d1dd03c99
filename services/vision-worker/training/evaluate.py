"""python -m training.evaluate FOLDER --network FILE: scores a network alone on a folder of annotated photographs.

The folder is laid out as generate.py writes it. Scores the network's own answer, without the classical candidates,
ranking and refinement that the product adds; FILE is an exported .onnx or a checkpoint.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .decode import Found
from .network import Loaded, Look, iou, load_network, look, look_closer
from .scenes.camera import area_of

FULL_FRAME_MIN = 0.5
FULL_FRAME_AREA = 0.85
KEPT_MIN = 0.98


@dataclass(frozen=True)
class Answer:
    """quad (4, 2) px of the picture: the whole picture if nothing was found or it is already a page."""

    quad: np.ndarray
    score: float
    look: Look


def answer(network: Loaded, pixels: np.ndarray, closer: bool, fitted: bool) -> Answer:
    height, width = pixels.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    seen = look(network, pixels)
    if not seen.found:
        return Answer(whole, 0.0, seen)
    best: Found = seen.found[0]
    if seen.flags[1] > FULL_FRAME_MIN and area_of(best.quad) > FULL_FRAME_AREA * width * height:
        return Answer(whole, best.score, seen)
    if closer:
        best = look_closer(network, pixels, best)
    return Answer(best.fitted if fitted else best.quad, best.score, seen)


def read(path: Path) -> np.ndarray | None:
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if pixels is None else pixels[..., ::-1]


def score_documents(root: Path, network: Loaded, closer: bool, fitted: bool) -> list[tuple[float, dict, Answer]]:
    """(IoU, annotation, answer) for every document."""
    rows = []
    for entry in json.loads((root / "documents" / "annotations.json").read_text()):
        pixels = read(root / "documents" / "images" / entry["file"])
        given = answer(network, pixels, closer, fitted)
        rows.append((iou(given.quad, np.array(entry["corners"])), entry, given))
    return rows


def summary(rows: list[tuple[float, dict, Answer]]) -> str:
    values = np.array([row[0] for row in rows])
    sources: dict[str, list[float]] = {}
    for value, entry, _ in rows:
        sources.setdefault(entry["repo"], []).append(value)
    macro = np.mean([np.mean(group) for group in sources.values()])
    missed = sum(row[2].look.flags[0] < 0.5 for row in rows)
    return (
        f"mean {values.mean():.4f} median {np.median(values):.4f} macro {macro:.4f} "
        f">=.95 {(values >= 0.95).mean():.3f} >=.98 {(values >= 0.98).mean():.3f} <.90 {(values < 0.9).sum()} "
        f"presence below a half {missed} of {len(rows)}"
    )


def others(root: Path, shelf: str, network: Loaded) -> list[tuple[str, Answer, float]]:
    """(file, answer, share of the frame kept) for pictures without a document or already flat."""
    rows = []
    for path in sorted((root / shelf / "files").iterdir()):
        pixels = read(path)
        if pixels is not None:
            given = answer(network, pixels, closer=False, fitted=False)
            rows.append((path.name, given, area_of(given.quad) / pixels[..., 0].size))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--worst", type=int, default=8, help="how many documents to list")
    parser.add_argument("--quick", action="store_true", help="a single pass only")
    options = parser.parse_args()
    network = load_network(options.network)
    variants = {"one pass, peaks": (False, False)}
    if not options.quick:
        variants |= {"one pass, fitted": (False, True), "zoomed, peaks": (True, False), "zoomed, fitted": (True, True)}
    for name, (closer, fitted) in variants.items():
        rows = score_documents(options.folder, network, closer, fitted)
        print(f"{name:18}", summary(rows), flush=True)
    for value, entry, given in sorted(rows, key=lambda row: row[0])[: options.worst]:
        present, full, _ = given.look.flags
        print(f"  {value:.3f} score {given.score:.2f} present {present:.2f} full {full:.2f} {entry['file']}")
    flat = others(options.folder, "flat", network)
    print(f"flat: whole frame kept {sum(share >= KEPT_MIN for *_, share in flat)} of {len(flat)}")
    for name, given, share in flat:
        if share < KEPT_MIN:
            print(f"  kept {share:.2f} full {given.look.flags[1]:.2f} {name}")
    empty = others(options.folder, "negatives", network)
    quiet = sum(given.look.flags[0] < 0.5 for _, given, _ in empty)
    unsure = sum(given.score < 0.6 for _, given, _ in empty)
    print(f"negatives: presence below a half {quiet}, score below .6 {unsure} of {len(empty)}")
    for name, given, _ in empty:
        if given.look.flags[0] >= 0.5:
            print(f"  present {given.look.flags[0]:.2f} full {given.look.flags[1]:.2f} score {given.score:.2f} {name}")


if __name__ == "__main__":
    main()
