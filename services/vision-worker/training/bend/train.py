"""python -m training.bend.train --out DIR: trains on sheets that are drawn on the fly, on a GPU if there is one.

The same seed draws the same sheets in the same order. Checkpoints are saved regularly; the same command resumes.
"""

import argparse
import copy
import math
import time
from collections import deque
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path

import cv2
import numpy as np
import torch

from ..scenes.stock import add_stock_options, open_stock
from .art import draw_stock
from .network import BendFinder, bend_loss
from .picture import Shot, shoot

BATCH = 16
AVERAGING = 0.998
WARM_UP_STEPS = 400
SAVE_EVERY_S, REPORT_EVERY_S = 120, 30
AHEAD = 16
"""Batches that are drawn before they are needed, per process."""

_stock: dict = {}


def _draw_batch(task: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pictures, shifts and verdicts of a batch, given its seed and number."""
    seed, number = task
    rngs = [np.random.default_rng([seed, 3, number, index]) for index in range(BATCH)]
    return stacked([shoot(rng, _stock["arts"], _stock["tables"]) for rng in rngs])


def stacked(shots: list[Shot]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n, 1, h, w) uint8, (n, 2, rows, columns), (n,) float32."""
    return (
        np.stack([shot.picture[None] for shot in shots]),
        np.stack([shot.shift.transpose(2, 0, 1) for shot in shots]),
        np.float32([shot.bent for shot in shots]),
    )


def mirrored(
    pictures: torch.Tensor, shifts: torch.Tensor, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Batches are mirrored across, down or both; paper bends the same way, whatever it says."""
    for axis in (0, 1):
        if rng.random() < 0.5:
            pictures, shifts = pictures.flip(3 - axis), shifts.flip(3 - axis)
            sign = torch.ones(2, 1, 1, device=shifts.device)
            sign[axis] = -1
            shifts = shifts * sign
    return pictures, shifts


class Training:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.step, self.minutes = options, 0, 0.0
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        self.network = BendFinder().to(self.device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).eval()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), options.rate, weight_decay=0.02)
        self.checkpoint = options.out / "checkpoint.pt"
        if self.checkpoint.exists():
            saved = torch.load(self.checkpoint, map_location="cpu", weights_only=True)
            self.network.load_state_dict(saved["network"])
            self.average.load_state_dict(saved["average"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.step, self.minutes = saved["step"], saved["minutes"]

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "minutes": self.minutes,
        }
        partial = self.checkpoint.with_suffix(".part")
        torch.save(state, partial)
        partial.replace(self.checkpoint)

    def learn(self, batch: tuple[np.ndarray, np.ndarray, np.ndarray]) -> tuple[float, float]:
        """One step: a warm-up, then the rate falls along a cosine to zero with the last picture."""
        share = min(1, self.step * BATCH / self.options.pictures)
        warm = min(1, (self.step + 1) / WARM_UP_STEPS)
        for group in self.optimiser.param_groups:
            group["lr"] = self.options.rate * warm * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        pictures, shifts, bent = (torch.from_numpy(part).to(self.device) for part in batch)
        pictures, shifts = mirrored(pictures, shifts, np.random.default_rng([self.options.seed, 2, self.step]))
        self.network.train()
        answer, verdict = self.network(pictures.float().contiguous(memory_format=torch.channels_last))
        losses = bend_loss(answer, verdict, shifts, bent)
        self.optimiser.zero_grad(set_to_none=True)
        (losses[0] + losses[1]).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._follow()
        return float(losses[0].detach()), float(losses[1].detach())

    @torch.no_grad()
    def _follow(self) -> None:
        decay = min(AVERAGING, 1 - 1 / (self.step / 5 + 1))
        for kept, new in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            kept.lerp_(new, 1 - decay) if kept.dtype.is_floating_point else kept.copy_(new)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=100_000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--pages", type=int, default=2500)
    parser.add_argument("--tables", type=int, default=700)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw")
    parser.add_argument("--threads", type=int, default=1, help="of the training itself, on a CPU")
    parser.add_argument("--seed", type=int, default=1)
    add_stock_options(parser)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    stock = open_stock(options.surfaces, options.fonts)
    counts = (options.pages, options.tables)
    _stock["arts"], _stock["tables"] = draw_stock(options.seed, counts, stock, options.workers + options.threads)
    print(f"{options.pages} pages and {options.tables} tables painted", flush=True)
    # What is painted is inherited, not copied.
    with get_context("fork").Pool(options.workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        train(Training(options), pool)


def train(training: Training, pool: Pool) -> None:
    options = training.options
    numbers = iter(range(training.step, math.ceil(options.pictures / BATCH)))
    waiting: deque = deque()
    last = saved = reported = time.monotonic()
    means = np.zeros(2)
    while True:
        while len(waiting) < AHEAD * options.workers and (number := next(numbers, None)) is not None:
            waiting.append(pool.apply_async(_draw_batch, ((options.seed, number),)))
        if not waiting:
            break
        means += (np.array(training.learn(waiting.popleft().get())) - means) * (0.02 if training.step > 50 else 0.3)
        now = time.monotonic()
        training.minutes, last = training.minutes + (now - last) / 60, now
        if now - reported > REPORT_EVERY_S:
            reported = now
            seen = training.step * BATCH
            print(
                f"{training.minutes:.1f} min, {seen} pictures: shift {means[0]:.3f}, verdict {means[1]:.3f}", flush=True
            )
        if now - saved > SAVE_EVERY_S:
            saved = now
            training.save()
    training.save()


if __name__ == "__main__":
    main()
