"""Arguments of kernels to rows of numbers, and answers back to the shape they came in."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
ArrayLike = npt.ArrayLike


def rows(*arguments: ArrayLike) -> tuple[Array, tuple[int, ...]]:
    """Numbers that are broadcast against each other, one row per place; and their common shape."""
    arrays = np.broadcast_arrays(*[np.asarray(a, dtype=np.float64) for a in arguments])
    return np.ascontiguousarray(np.stack([a.ravel() for a in arrays], axis=1)), arrays[0].shape


def vectors(width: int, *arguments: ArrayLike) -> tuple[Array, tuple[int, ...]]:
    """Vectors of one width along the last axis, side by side in one row per place; and their common shape."""
    arrays = []
    for argument in arguments:
        array = np.asarray(argument, dtype=np.float64)
        if array.ndim == 0 or array.shape[-1] != width:
            raise ValueError(f"the last axis must have {width} components, not {array.shape[-1] if array.ndim else 0}")
        arrays.append(array)
    shape = np.broadcast_shapes(*[a.shape[:-1] for a in arrays])
    flat = [np.broadcast_to(a, (*shape, width)).reshape(-1, width) for a in arrays]
    return np.ascontiguousarray(np.concatenate(flat, axis=1)), shape


def numbers(value: ArrayLike, shape: tuple[int, ...]) -> Array:
    """One number per place of a shape, as a flat array."""
    return np.ascontiguousarray(np.broadcast_to(np.asarray(value, dtype=np.float64), shape).ravel())
