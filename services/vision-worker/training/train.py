"""python -m training.train --minutes 90 --out DIR: trains the finder on generated pictures, on a GPU if there is one.

Resumable: called again with the same --out it continues from the last checkpoint, with fresh pictures.
"""

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from .losses import finder_loss
from .model import PRESETS, Finder, load_finder, save_finder
from .render import Pictures
from .scenes.atlas import build_atlas
from .scenes.draw import Canvas
from .scenes.stock import add_stock_options, open_stock
from .supply import Order, Pool, supply_pictures, varied

WARM_UP_STEPS = 200
EMA_DECAY = 0.998
SAVE_EVERY_S = 120
REPORT_EVERY_S = 30


class Progress:
    """How far the training is; `phase` counts its starts, so that a resumed one sees new pictures."""

    def __init__(self) -> None:
        self.step, self.seen, self.minutes, self.phase = 0, 0, 0.0, 0


class Training:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.progress = options, Progress()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        self.finder = Finder(PRESETS[options.preset])
        if options.start:
            saved = torch.load(options.start, map_location="cpu", weights_only=True)
            self.finder = load_finder(saved.get("average", saved))
        self.checkpoint = options.out / "checkpoint.pt"
        self.saved = None
        if self.checkpoint.exists():
            self.saved = torch.load(self.checkpoint, map_location="cpu", weights_only=True)
            vars(self.progress).update(self.saved["progress"])
            self.progress.phase += 1

    def move_to_device(self) -> None:
        """Moves everything to the device and loads the checkpoint; only after all processes have been started."""
        self.finder.to(self.device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.finder).eval()
        self.optimizer = torch.optim.AdamW(self.finder.parameters(), self.options.rate, weight_decay=2e-2)
        if self.saved:
            self.finder.load_state_dict(self.saved["model"]["weights"])
            self.average.load_state_dict(self.saved["average"]["weights"])
            self.optimizer.load_state_dict(self.saved["optimizer"])

    def save(self) -> None:
        """Writes the checkpoint atomically, and separately the averaged weights, a quarter of its size."""
        self.options.out.mkdir(parents=True, exist_ok=True)
        state = {
            "model": save_finder(self.finder),
            "average": save_finder(self.average),
            "optimizer": self.optimizer.state_dict(),
            "progress": vars(self.progress),
        }
        partial = self.checkpoint.with_suffix(".part")
        torch.save(state, partial)
        partial.replace(self.checkpoint)
        torch.save(state["average"], self.options.out / "average.pt")

    def share_done(self) -> float:
        """0..1 of the budget, given as time or as pictures."""
        by_pictures = self.progress.seen / self.options.pictures if self.options.pictures else 0
        return max(self.progress.minutes / self.options.minutes, by_pictures)

    def learn(self, pictures: Pictures, rng: np.random.Generator) -> dict[str, torch.Tensor]:
        """One step: a warm-up, then the rate falls along a cosine to zero at the end of the budget."""
        warm = min(1, (self.progress.step + 1) / WARM_UP_STEPS)
        rate = self.options.rate * warm * (0.5 + 0.5 * math.cos(math.pi * min(self.share_done(), 1))) + 1e-5
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        images, quads, flags = varied(pictures, rng)
        self.finder.train()
        with torch.autocast("cuda", torch.bfloat16, enabled=self.device.type == "cuda"):
            maps, logits = self.finder(images)
        loss, parts = finder_loss(maps.float(), logits.float(), quads, flags)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.finder.parameters(), 5.0)
        self.optimizer.step()
        self.progress.step += 1
        self.progress.seen += len(images)
        self._follow()
        return parts

    @torch.no_grad()
    def _follow(self) -> None:
        """The moving average of the weights is what is kept: it is better and steadier than the weights themselves."""
        decay = min(EMA_DECAY, 1 - 1 / (self.progress.step / 5 + 1))
        for kept, new in zip(self.average.state_dict().values(), self.finder.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - decay)
            else:
                kept.copy_(new)


def run(training: Training, supply: Iterator[Pictures], pictures: int, stop_at: float) -> None:
    """Trains until so many have been seen, the budget is spent or the pause is due."""
    options, progress = training.options, training.progress
    rng = np.random.default_rng((options.seed, 2, progress.phase))
    pool, means, made, began_at = Pool(options.pool, options.seed + progress.phase), {}, 0, progress.seen
    while len(pool) < min(options.pool, max(4 * options.batch, 512)):
        pool.add(next(supply))
        made += options.batch
    training.move_to_device()
    last = reported = saved = time.monotonic()
    while training.share_done() < 1 and progress.minutes < stop_at and progress.seen - began_at < pictures:
        if progress.seen - began_at >= options.reuse * made - options.batch:
            pool.add(next(supply))
            made += options.batch
        parts = training.learn(pool.draw(options.batch), rng)
        for name, value in parts.items():
            means[name] = value if name not in means else means[name].lerp(value, 0.05)
        now = time.monotonic()
        progress.minutes, last = progress.minutes + (now - last) / 60, now
        if now - reported > REPORT_EVERY_S:
            reported = now
            report(training, made, means)
        if now - saved > SAVE_EVERY_S:
            saved = now
            training.save()
    training.save()
    report(training, made, means)


def run_phase(training: Training, stop_at: float) -> None:
    """Trains on pictures of one size with pages and backgrounds of its own, then leaves the rest to the next phase."""
    options, progress = training.options, training.progress
    shape, seed = training.finder.shape, options.seed * 1000 + progress.phase
    small = progress.seen < options.small_first
    size = (shape.height * 3 // 4, shape.width * 3 // 4) if small else (shape.height, shape.width)
    print(f"phase {progress.phase}: {size[1]} x {size[0]} px on {training.device}", flush=True)
    stock = open_stock(options.surfaces, options.fonts)
    atlas = build_atlas(seed, (options.pages, options.backgrounds), options.tile, options.workers, stock)
    print(f"{len(atlas.catalogue.kinds)} pages and backgrounds painted", flush=True)
    order = Order(seed, options.batch, options.workers, training.device)
    left = options.small_first - progress.seen if small else options.renew
    run(training, supply_pictures(order, atlas, Canvas(*size)), min(left, options.renew), stop_at)


def report(training: Training, made: int, means: dict[str, torch.Tensor]) -> None:
    progress = training.progress
    losses = " ".join(f"{name} {float(value):.4f}" for name, value in means.items())
    rate = progress.seen / (progress.minutes * 60)
    print(f"{progress.minutes:6.1f} min, seen {progress.seen}, {rate:.0f}/s, made {made} now, {losses}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pause", type=float, help="stop after this many minutes, to continue in another call")
    parser.add_argument("--pictures", type=int, help="stop after this many, unless the minutes run out first")
    parser.add_argument("--out", type=Path, default=Path("out"))
    parser.add_argument("--preset", choices=list(PRESETS), default="small")
    parser.add_argument("--start", type=Path, help="weights to start from: a checkpoint or its averaged weights")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--workers", type=int, default=1, help="processes that make pictures")
    parser.add_argument("--threads", type=int, default=1, help="of the training itself, on a CPU")
    parser.add_argument("--pool", type=int, default=6000, help="pictures kept to be seen again")
    parser.add_argument("--small-first", type=int, default=0, help="of the pictures, so many at 3/4 of the size")
    parser.add_argument("--renew", type=int, default=60000, help="pictures seen until others are painted")
    parser.add_argument("--reuse", type=float, default=2.5, help="how often a picture is seen, on average")
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--backgrounds", type=int, default=400)
    parser.add_argument("--tile", type=int, default=256, help="px of the atlas's squares")
    parser.add_argument("--seed", type=int, default=1)
    add_stock_options(parser)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    stop_at = Training(options).progress.minutes + (options.pause or math.inf)
    while (training := Training(options)).share_done() < 1 and training.progress.minutes < stop_at:
        run_phase(training, stop_at)


if __name__ == "__main__":
    main()
