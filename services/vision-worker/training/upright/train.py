"""python -m training.upright.train --out DIR: trains on pages that are drawn on the fly.

The same seed draws the same pages in the same order. Checkpoints are saved regularly; the same command resumes.
"""

import argparse
import math
import time
from collections import deque
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn.functional import cross_entropy

from .fonts import FOLDER, find_fonts
from .network import TileReader
from .page import draw_page
from .photograph import photograph
from .start import start_from
from .tiles import SIDE, tiles_of

PAGES_A_ROUND = 40
# Drawing pages at half the size and the same density gives the tiles more varied text; whole ones show all sizes.
PARTS, PART_OFTEN = (0.5, 1.0), (0.8, 0.2)
POOL = 30_000
BATCH = 96
PASSES = 1
"""How often a tile is seen, on average, before it leaves the pool."""
AVERAGING = 0.995
WARM_SHARE = 0.08
ROUNDS_AHEAD = 4

_fonts: dict = {}


def draw_tiles(task: tuple[int, int, str]) -> np.ndarray:
    """The tiles of one page, given its seed and number."""
    seed, page, folder = task
    if folder not in _fonts:
        cv2.setNumThreads(1)
        _fonts[folder] = find_fonts(Path(folder), "train")
    rng = np.random.default_rng([seed, page])
    return tiles_of(photograph(draw_page(rng, _fonts[folder], float(rng.choice(PARTS, p=PART_OFTEN))), rng))


class Training:
    def __init__(self, pages: int, rate: float, seed: int, minutes: float) -> None:
        torch.manual_seed(seed)
        self.network, self.average = (TileReader().to(memory_format=torch.channels_last) for _ in range(2))
        self.average.load_state_dict(self.network.state_dict())
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=0.02)
        self.rate, self.rounds = rate, pages // PAGES_A_ROUND
        self.generator = torch.Generator().manual_seed(seed)
        self.pool = torch.empty(0, SIDE, SIDE, dtype=torch.uint8)
        self.steps_owed, self.round = 0.0, 0
        self.minutes, self.spent, self.resumed = minutes, 0.0, time.monotonic()

    def start(self, exported: Path, tiles: np.ndarray) -> None:
        start_from(exported, self.network, torch.from_numpy(tiles).float()[:, None])
        self.average.load_state_dict(self.network.state_dict())

    def progress(self) -> float:
        """By pages or by time, whichever is further."""
        return min(1, max(self.round / self.rounds, self._minutes_spent() / self.minutes))

    def _minutes_spent(self) -> float:
        return self.spent + (time.monotonic() - self.resumed) / 60

    def run_round(self, fresh: np.ndarray) -> tuple[float, float]:
        """Adds fresh tiles to the pool and takes as many steps as they allow; returns mean loss and accuracy."""
        self.pool = torch.cat([self.pool, torch.from_numpy(fresh)])
        if len(self.pool) > POOL:
            keep = torch.randperm(len(self.pool), generator=self.generator)[:POOL]
            self.pool = self.pool[keep]
        self.steps_owed += len(fresh) * PASSES / BATCH
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * _share_of_rate(self.progress())
        results = []
        while self.steps_owed >= 1:
            self.steps_owed -= 1
            results.append(self._step())
        self.round += 1
        return tuple(np.mean(results, 0))

    def _step(self) -> tuple[float, float]:
        tiles = self.pool[torch.randint(len(self.pool), (BATCH,), generator=self.generator)]
        logits = self.network(tiles[:, None].float().contiguous(memory_format=torch.channels_last))
        upright = torch.zeros(BATCH, dtype=torch.long)
        loss = cross_entropy(logits, upright)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        with torch.no_grad():
            for mean, value in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
                mean.copy_(value) if not mean.is_floating_point() else mean.lerp_(value, 1 - AVERAGING)
        return float(loss.detach()), float((logits.argmax(1) == upright).float().mean())

    def state(self) -> dict:
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "round": self.round,
            "spent": self._minutes_spent(),
        }

    def resume(self, saved: dict) -> None:
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.round, self.spent = saved["round"], saved["spent"]


def _share_of_rate(progress: float) -> float:
    """Warms up over the first pages, then falls to zero with the last."""
    return min(progress / WARM_SHARE + 0.05, 0.5 + 0.5 * math.cos(math.pi * progress), 1)


def _tasks_of(index: int, options: argparse.Namespace) -> list[tuple[int, int, str]]:
    pages = range(index * PAGES_A_ROUND, (index + 1) * PAGES_A_ROUND)
    return [(options.seed, page, str(options.fonts)) for page in pages]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, default=FOLDER)
    parser.add_argument("--pages", type=int, default=4_000)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="ends then, even with fewer pages")
    parser.add_argument("--start", type=Path, help="weights to continue from, as exported")
    parser.add_argument("--threads", type=int, default=1, help="besides one for drawing")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    checkpoint = options.out / "checkpoint.pt"
    training = Training(options.pages, options.rate, options.seed, options.minutes)
    if checkpoint.exists():
        training.resume(torch.load(checkpoint, weights_only=True))
    elif options.start:
        training.start(options.start, np.concatenate([draw_tiles(task) for task in _tasks_of(0, options)]))
    train(training, options, checkpoint)


def train(training: Training, options: argparse.Namespace, checkpoint: Path) -> None:
    tasks = (_tasks_of(index, options) for index in range(training.round, options.pages // PAGES_A_ROUND))
    began, waiting = time.process_time(), deque()
    with Pool(1) as pool:
        while training.progress() < 1:
            waiting.extend(pool.map_async(draw_tiles, task) for task in islice(tasks, ROUNDS_AHEAD - len(waiting)))
            loss, right = training.run_round(np.concatenate(waiting.popleft().get()))
            pages, spent = training.round * PAGES_A_ROUND, time.process_time() - began
            print(f"{pages} pages, {spent:.0f} s: loss {loss:.3f}, right {right:.3f}", flush=True)
            if training.round % 5 == 0:
                torch.save(training.state(), checkpoint)
    torch.save(training.state(), checkpoint)


if __name__ == "__main__":
    main()
