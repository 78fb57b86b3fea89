"""The simulated CUDA driver of smem-tile in a Python process: `install()`, and what launches found by `observe()`."""

from smem_tile.driver import Observation, install, observe

__all__ = ["Observation", "install", "observe"]
