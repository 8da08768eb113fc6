"""wheel.py PROGRAM LICENSES VERSION FOLDER PLATFORM…: packs a program that is compiled already into a wheel.

What describes the wheel is in packaging/python/pyproject.toml. maturin would make the same wheel, but compile the
program again for it. LICENSES is a file with the licenses of what the program contains. A wheel has several
platforms if its program runs on all of them.
"""

import base64
import hashlib
import sys
import tomllib
from pathlib import Path

from same_zip import write_zip

SOURCE = Path("packaging/python")


def metadata(project: dict, version: str, licenses: list[str]) -> str:
    """The file METADATA: who the wheel is, and its README."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in licenses),
        *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (SOURCE / project["readme"]).read_text()


def wheel_file(tags: list[str]) -> str:
    """The file WHEEL: which systems the wheel is for."""
    lines = ["Wheel-Version: 1.0", "Generator: flowdeck", "Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in tags)]
    return "\n".join(lines) + "\n"


def record(files: list[tuple[str, bytes, int]], name: str) -> str:
    """The file RECORD: the checksum and the size of every other file."""
    lines = []
    for path, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{name},,"]) + "\n"


def main(program: Path, licenses: Path, version: str, folder: Path, platforms: list[str]) -> None:
    """Writes the wheel into the folder."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
    prefix = f"{project['name']}-{version}"
    info = f"{prefix}.dist-info"
    texts = {name: (SOURCE / name).read_bytes() for name in project["license-files"]}
    texts[licenses.name] = licenses.read_bytes()
    files = [
        (f"{prefix}.data/scripts/{program.name}", program.read_bytes(), 0o755),
        (f"{info}/METADATA", metadata(project, version, list(texts)).encode(), 0o644),
        (f"{info}/WHEEL", wheel_file([f"py3-none-{platform}" for platform in sorted(platforms)]).encode(), 0o644),
        *((f"{info}/licenses/{name}", text, 0o644) for name, text in texts.items()),
    ]
    files.append((f"{info}/RECORD", record(files, f"{info}/RECORD").encode(), 0o644))
    write_zip(folder / f"{prefix}-py3-none-{'.'.join(sorted(platforms))}.whl", files)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]), sys.argv[5:])
