"""Continues training from an exported file, in which every batch normalisation is part of the convolution before it."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from .network import TileReader


def start_from(path: Path, network: TileReader, tiles: torch.Tensor) -> None:
    """Loads exported weights; normalisations are made anew from what these tiles look like inside."""
    graph = onnx.load(path).graph
    arrays = {item.name: torch.tensor(numpy_helper.to_array(item)) for item in graph.initializer}
    exported = [[arrays[name] for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"]
    (head,) = [arrays[node.input[1]] for node in graph.node if node.op_type in {"Gemm", "MatMul"}]
    modules = [module for module in network.body.modules() if isinstance(module, nn.Conv2d | nn.BatchNorm2d)]
    with torch.no_grad():
        network.head.weight.copy_(head.reshape(network.head.weight.shape))
        for convolution, normalisation, (weight, bias) in zip(modules[::2], modules[1::2], exported, strict=True):
            convolution.weight.copy_(weight)
            _match(convolution, normalisation, bias, network, tiles)


def _match(
    convolution: nn.Conv2d, normalisation: nn.BatchNorm2d, bias: torch.Tensor, network: TileReader, tiles: torch.Tensor
) -> None:
    seen: list[torch.Tensor] = []
    hook = convolution.register_forward_hook(lambda _module, _inputs, output: seen.append(output))
    network.eval()(tiles)
    network.train()
    hook.remove()
    mean, variance = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3))
    normalisation.running_mean.copy_(mean)
    normalisation.running_var.copy_(variance)
    normalisation.weight.copy_((variance + normalisation.eps).sqrt())
    normalisation.bias.copy_(bias + mean)
