"""same_zip.py FOLDER ARCHIVE PREFIX: packs a folder into a zip, so that the same files make the same zip.

The order is that of the names, and the time is SOURCE_DATE_EPOCH. PREFIX comes before every name.
"""

import os
import sys
import time
import zipfile
from pathlib import Path

# What a zip can say of a time begins in 1980.
TIME = max(time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6], (1980, 1, 1, 0, 0, 0))
UNIX = 3


def write_zip(archive: Path, files: list[tuple[str, bytes, int]]) -> None:
    """Writes files in the order given: the name, the content and the permissions of each."""
    new = archive.with_name(archive.name + ".new")
    with zipfile.ZipFile(new, "w") as packed:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system = UNIX
            entry.external_attr = (0o100000 | mode) << 16
            packed.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    new.replace(archive)


def main(folder: Path, archive: Path, prefix: str) -> None:
    """Packs every file of the folder, with its permissions."""
    files = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = prefix + path.relative_to(folder).as_posix()
        files.append((name, path.read_bytes(), path.stat().st_mode & 0o777))
    write_zip(archive, files)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
