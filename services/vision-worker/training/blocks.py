"""What several networks are built of."""

from torch import nn


def stage(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    """A convolution of 3 x 3, normalised over the batch."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )
