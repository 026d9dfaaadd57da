"""Build backend of `pip install .`: CMake builds, a wheel is packed. Needs nothing but Python itself.

Settings, e.g. `pip install --config-settings build=FOLDER .`:
    build   CMake's build folder (default: build, as `make build` uses it, for Debian's Python; build-cp3XX for another)
    jobs    how many compilers run at a time (default: as many as there are cores)
"""
from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
NAME = "trunnion"


def version() -> str:
    """The one that CMake knows."""
    found = re.search(r"project\(trunnion VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))
    if not found:
        raise RuntimeError("CMakeLists.txt names no version")
    return found[1]


def tag() -> str:
    """Python, its interface, and the platform."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def metadata() -> str:
    """What is known of the package without building it."""
    return (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\n"
            "Summary: Flexible multibody dynamics for machine elements in contact\n"
            "License: BSD-3-Clause; linked with GPL libraries\n"
            "Requires-Python: >=3.10\nRequires-Dist: numpy\n")


def build(settings: dict[str, str], stage: Path) -> None:
    """Configures, builds and installs the package and the program below `stage`."""
    debian = Path("/usr/bin/python3")
    usual = debian.exists() and os.path.realpath(debian) == os.path.realpath(sys.executable)
    own = f"build-cp{sys.version_info.major}{sys.version_info.minor}"
    folder = Path(settings.get("build", SOURCE / ("build" if usual else own)))
    python = [] if usual else [f"-DPython_EXECUTABLE={os.path.realpath(sys.executable)}"]
    if not (folder / "CMakeCache.txt").exists():
        subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *python],
                       check=True)
    jobs = settings.get("jobs", str(os.cpu_count() or 1))
    subprocess.run(["cmake", "--build", folder, "-j", jobs, "--target", "trunnion_python", "trunnion_app"], check=True)
    subprocess.run(["cmake", "--install", folder, "--prefix", stage, "--component", "python"], check=True)
    program = stage / "program"
    program.write_bytes((folder / "bin" / "trunnion").read_bytes())


def pack(wheel: Path, files: list[tuple[str, bytes, int]]) -> None:
    """A wheel is an archive with a list of its files and their hashes."""
    record = f"{NAME}-{version()}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in files:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}")
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100000 | mode) << 16  # a plain file
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
        archive.writestr(record, "\n".join([*lines, f"{record},,"]) + "\n")


def build_wheel(wheel_directory: str, config_settings: dict[str, str] | None = None,
                metadata_directory: str | None = None) -> str:
    """Called by pip."""
    info = f"{NAME}-{version()}.dist-info"
    name = f"{NAME}-{version()}-{tag()}.whl"
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        build(config_settings or {}, stage)
        files = [(f"{NAME}/{path.name}", path.read_bytes(), 0o644)
                 for path in sorted(stage.glob(f"lib*/python3*/*-packages/{NAME}/*")) if path.is_file()]
        files.append((f"{NAME}-{version()}.data/scripts/trunnion", (stage / "program").read_bytes(), 0o755))
    files += [(f"{info}/METADATA", metadata().encode(), 0o644),
              (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: trunnion\nRoot-Is-Purelib: false\nTag: {tag()}\n"
               .encode(), 0o644)]
    pack(Path(wheel_directory) / name, files)
    return name


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, str] | None = None) -> str:
    """Called by pip."""
    info = Path(metadata_directory) / f"{NAME}-{version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata(), encoding="utf-8")
    return info.name


def build_sdist(sdist_directory: str, config_settings: dict[str, str] | None = None) -> str:
    """Sources come from the repository."""
    raise NotImplementedError("clone the repository instead of packing its sources")
