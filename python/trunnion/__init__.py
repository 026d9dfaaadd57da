"""Flexible multibody dynamics for machine elements in contact.

    import trunnion

    model = trunnion.load("examples/cantilever/cantilever.toml")
    results = model.set("load", "500 N").run()
    print(results["tip_deflection"])

`Model` reads, builds and changes models, checks, reduces and runs them; `Results` are arrays that look into the run.
The kernels are functions over arrays: `trunnion.contact`, `lubrication`, `film`, `rolling`, `gears`, `reduction`.
"""
import os

if "OMP_WAIT_POLICY" not in os.environ:  # threads of a busy machine must not wait long; read when the core is loaded
    os.environ.setdefault("GOMP_SPINCOUNT", "3000")

from . import contact, film, gears, lubrication, reduction, rolling
from ._core import __version__
from .errors import Cancelled, Error, InputError, SolveError
from .model import CheckReport, MechanismCheck, Model, StageEstimate, load
from .progress import Progress, ProgressCallback, print_progress
from .quantity import Quantity
from .reduction import ReducedBody, read_reduced_body, reduce_mesh
from .results import Balance, Diagram, Results, Scene, SceneBody, Stage, Table, Verdict, read_results
from .sweeps import sweep

__all__ = [
    "Balance", "Cancelled", "CheckReport", "Diagram", "Error", "InputError", "MechanismCheck", "Model", "Progress",
    "ProgressCallback", "Quantity", "ReducedBody", "Results", "Scene", "SceneBody", "SolveError", "Stage",
    "StageEstimate", "Table", "Verdict", "__version__", "contact", "film", "gears", "load", "lubrication", "print_progress",
    "read_reduced_body", "read_results", "reduce_mesh", "reduction", "rolling", "sweep",
]
