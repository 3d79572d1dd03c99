"""An endless supply of generated training pictures; the same for the same seed, batch size and workers."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from .render import Pictures, SceneBatch, pack, render
from .scenes.atlas import Atlas
from .scenes.draw import Canvas, draw_scene


@dataclass(frozen=True)
class Order:
    """What to supply: seed, pictures per batch, processes that draw them, and the device to paint them on."""

    seed: int
    batch: int
    workers: int
    device: torch.device


class SceneStream(IterableDataset):
    """Endless batches of scenes, painted if asked to; worker k of n takes every n-th batch."""

    def __init__(self, order: Order, atlas: Atlas, canvas: Canvas, paint: bool) -> None:
        super().__init__()
        self.order, self.canvas, self.catalogue = order, canvas, atlas.catalogue
        self.atlas = atlas if paint else None

    def __iter__(self) -> Iterator[SceneBatch | Pictures]:
        worker = get_worker_info()
        index, step = (worker.id, worker.num_workers) if worker else (0, 1)
        if worker:
            os.nice(3)
        while True:
            first = index * self.order.batch
            seeds = [(self.order.seed, number) for number in range(first, first + self.order.batch)]
            scenes = [draw_scene(seed, self.catalogue, self.canvas) for seed in seeds]
            yield pack(scenes) if self.atlas is None else self._painted(scenes, first)
            index += step

    def _painted(self, scenes: list, first: int) -> Pictures:
        # One by one, each layer costs only the window it covers: twice as fast on a CPU as painting all together.
        generator = torch.Generator().manual_seed(self.order.seed * 1_000_003 + first)
        painted = [render(pack([scene]), self.atlas, self.canvas, generator) for scene in scenes]
        parts = ([getattr(one, name) for one in painted] for name in ("images", "quads", "flags"))
        return Pictures(*(torch.cat(part) for part in parts))


def supply_pictures(order: Order, atlas: Atlas, canvas: Canvas) -> Iterator[Pictures]:
    """Endless fresh batches on the order's device, painted by the workers for a CPU and on the device for a GPU."""
    on_cpu = order.device.type == "cpu"
    stream = SceneStream(order, atlas, canvas, paint=on_cpu)
    batches = iter(DataLoader(stream, batch_size=None, num_workers=order.workers, prefetch_factor=4))
    if on_cpu:
        yield from batches
    there = atlas.to(order.device)
    generator = torch.Generator(order.device).manual_seed(order.seed)
    for scenes in batches:
        yield render(scenes, there, canvas, generator)


class Pool:
    """The latest pictures, from which batches are sampled: where painting is slow, each is seen several times."""

    def __init__(self, size: int, seed: int) -> None:
        self.size, self.rng = size, np.random.default_rng(seed)
        self.kept: list[torch.Tensor] = []
        self.next = 0

    def __len__(self) -> int:
        return len(self.kept[0]) if self.kept else 0

    def add(self, fresh: Pictures) -> None:
        parts = [fresh.images, fresh.quads, fresh.flags]
        if len(self) < self.size:
            self.kept = (
                [torch.cat([old, new]) for old, new in zip(self.kept, parts, strict=True)] if self.kept else parts
            )
            return
        at = (torch.arange(len(fresh.images)) + self.next) % len(self)
        self.next = int(at[-1]) + 1
        for old, new in zip(self.kept, parts, strict=True):
            old[at.to(old.device)] = new

    def draw(self, count: int) -> Pictures:
        chosen = torch.from_numpy(self.rng.choice(len(self), count, replace=False))
        return Pictures(*(part[chosen.to(part.device)] for part in self.kept))


def varied(pictures: Pictures, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Randomly mirrors, swaps channels and brightens: images (B, 3, H, W) float 0..1, quads, flags."""
    images, quads = pictures.images.float() / 255, pictures.quads.clone()
    count, device = len(images), images.device
    for axis, extent in ((0, images.shape[3]), (1, images.shape[2])):
        chosen = torch.from_numpy(rng.random(count) < 0.5).to(device)
        images = torch.where(chosen[:, None, None, None], images.flip(3 - axis), images)
        mirrored = quads.clone()
        mirrored[..., axis] = extent - quads[..., axis]
        quads = torch.where(chosen[:, None, None, None], mirrored, quads)
    orders = np.stack([rng.permutation(3) if rng.random() < 0.15 else np.arange(3) for _ in range(count)])
    images = images[torch.arange(count, device=device)[:, None], torch.from_numpy(orders).to(device)]
    gains = np.where(rng.random(count) < 0.4, rng.uniform(0.75, 1.25, count), 1).astype(np.float32)
    images = (images * torch.from_numpy(gains).to(device)[:, None, None, None]).clamp(0, 1)
    return images.contiguous(memory_format=torch.channels_last), quads, pictures.flags
