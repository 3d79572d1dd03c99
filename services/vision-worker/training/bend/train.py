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
from .paint import paint
from .picture import draw_shot

AVERAGING = 0.998
WARM_UP_STEPS = 400
SAVE_EVERY_S, REPORT_EVERY_S = 120, 30
AHEAD = 16
"""Batches that are drawn before they are needed, per process."""

_stock: dict = {}


def _draw_batch(task: tuple[int, int, int]) -> tuple[np.ndarray, torch.Tensor | None]:
    """The shots of a batch, given its seed, first number and size; their pictures too, unless a GPU paints them."""
    seed, first, count = task
    paints = _stock["paints"]
    numbers = range(first, first + count)
    shots = np.stack([draw_shot(np.random.default_rng([seed, 3, number]), paints.choice()) for number in numbers])
    if _stock["gpu"]:
        return shots, None
    # One by one, they fit a processor's caches.
    generator = torch.Generator().manual_seed(seed + first)
    return shots, torch.cat([paint([shot], paints, generator) for shot in shots])


def _start_drawing() -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


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
        self.device = torch.device("cuda" if _stock["gpu"] else "cpu")
        self.paints = _stock["paints"].to(self.device)
        self.generator = torch.Generator(self.device).manual_seed(options.seed)
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

    def share_done(self) -> float:
        """0..1, by pictures or by time, whichever is further."""
        options = self.options
        return min(1, max(self.step * options.batch / options.pictures, self.minutes / options.minutes))

    def learn(self, shots: np.ndarray, pictures: torch.Tensor | None) -> torch.Tensor:
        """One step: a warm-up, then the rate falls along a cosine to zero; returns both losses."""
        warm = min(1, (self.step + 1) / WARM_UP_STEPS)
        for group in self.optimiser.param_groups:
            group["lr"] = self.options.rate * warm * (0.5 + 0.5 * math.cos(math.pi * self.share_done())) + 1e-6
        if pictures is None:
            pictures = paint(shots, self.paints, self.generator)
        shifts, bent = (torch.from_numpy(shots[part].copy()).to(self.device) for part in ("shift", "bent"))
        pictures, shifts = mirrored(pictures, shifts, np.random.default_rng([self.options.seed, 2, self.step]))
        self.network.train()
        with torch.autocast("cuda", torch.bfloat16, enabled=self.device.type == "cuda"):
            answer, verdict = self.network(pictures.float().contiguous(memory_format=torch.channels_last))
        losses = torch.stack(bend_loss(answer.float(), verdict.float(), shifts, bent))
        self.optimiser.zero_grad(set_to_none=True)
        losses.sum().backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._follow()
        return losses.detach()

    @torch.no_grad()
    def _follow(self) -> None:
        decay = min(AVERAGING, 1 - 1 / (self.step / 5 + 1))
        for kept, new in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            kept.lerp_(new, 1 - decay) if kept.dtype.is_floating_point else kept.copy_(new)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="ends then, even with fewer pictures")
    parser.add_argument("--batch", type=int, default=16)
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
    _stock["paints"] = draw_stock(options.seed, counts, stock, options.workers + options.threads)
    _stock["gpu"] = torch.cuda.is_available()
    print(f"{options.pages} pages and {options.tables} tables painted", flush=True)
    # What is painted is inherited, not copied.
    with get_context("fork").Pool(options.workers, initializer=_start_drawing) as pool:
        train(Training(options), pool)


def train(training: Training, pool: Pool) -> None:
    options = training.options
    firsts = iter(range(training.step * options.batch, options.pictures, options.batch))
    waiting: deque = deque()
    last = saved = reported = time.monotonic()
    means = None
    while training.share_done() < 1:
        while len(waiting) < AHEAD * options.workers and (first := next(firsts, None)) is not None:
            waiting.append(pool.apply_async(_draw_batch, ((options.seed, first, options.batch),)))
        losses = training.learn(*waiting.popleft().get())
        means = losses if means is None else means.lerp(losses, 0.02 if training.step > 50 else 0.3)
        now = time.monotonic()
        training.minutes, last = training.minutes + (now - last) / 60, now
        if now - reported > REPORT_EVERY_S:
            reported = now
            shift, verdict = means.tolist()
            seen = training.step * options.batch
            print(f"{training.minutes:.1f} min, {seen} pictures: shift {shift:.3f}, verdict {verdict:.3f}", flush=True)
        if now - saved > SAVE_EVERY_S:
            saved = now
            training.save()
    training.save()


if __name__ == "__main__":
    main()
