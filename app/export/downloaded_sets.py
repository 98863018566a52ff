"""Data sets of pictures that are downloaded once: where their files come from, and how they are read.

A script looks where the node looks by its `data_dir`, and downloads into it what is not there; digests are those that
the publishers, or torchvision, give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.layout import Items, call, literal
from app.nodes.data.sources import SOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Source
    from app.export.script import Script

_FETCH = '''
def <name>(path: Path, url: str, digest: str) -> Path:
    """Find a file, unpacked as well, or download it and compare its MD5 with the published one."""
    for place in (path, path.with_name(path.name.removesuffix(".gz"))):
        if place.is_file():
            return place
    path.parent.mkdir(parents=True, exist_ok=True)
    with urllib.request.urlopen(url) as answer:
        content = answer.read()
    if hashlib.md5(content).hexdigest() != digest:
        raise ValueError(f"{url} gave another file than the one that was published")
    path.write_bytes(content)
    return path
'''
_MEMBERS = '''
def <name>(folder: Path, names: list[str], url: str, digest: str) -> list[Path]:
    """Find files, or take them out of an archive that is downloaded."""
    paths = [folder / name for name in names]
    if not all(path.is_file() for path in paths):
        archive = FETCH(folder.parent / url.rpartition("/")[2], url, digest)
        with tarfile.open(archive) as content:
            content.extractall(folder.parent, filter="data")
    return paths
'''
_IDX = '''
def <name>(path: Path) -> torch.Tensor:
    """Read bytes in the IDX format: zeros, type and rank, big-endian sizes, the values."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rank = content[3]
    sizes = [int.from_bytes(content[4 + 4 * at : 8 + 4 * at], "big") for at in range(rank)]
    return torch.frombuffer(bytearray(content[4 + 4 * rank :]), dtype=torch.uint8).reshape(sizes)
'''
_BATCHES = '''
def <name>(paths: list[Path], key: bytes) -> tuple[torch.Tensor, torch.Tensor]:
    """Read pickled batches of pictures of 32 x 32 pixels in three planes, and their labels."""
    pixels: list[torch.Tensor] = []
    labels: list[int] = []
    for path in paths:
        batch = pickle.loads(path.read_bytes(), encoding="bytes")
        pixels.append(torch.from_numpy(batch[b"data"]).reshape(-1, 3, 32, 32))
        labels += batch[key]
    return torch.cat(pixels), torch.tensor(labels, dtype=torch.int64)
'''
_HOUSE_NUMBERS = '''
def <name>(path: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """Read a MAT file with pictures X [32, 32, 3, N] and digits y; the zero is written as 10."""
    content = loadmat(str(path), variable_names=("X", "y"))
    pixels = torch.from_numpy(content["X"]).permute(3, 2, 0, 1).contiguous()
    return pixels, torch.from_numpy(content["y"].astype("int64")).flatten() % 10
'''
_COLUMNS = '''
def <name>(pictures: Path, classes: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """Read pictures of 96 x 96 pixels that are stored column by column, and labels that count from 1."""
    values = torch.frombuffer(bytearray(pictures.read_bytes()), dtype=torch.uint8).reshape(-1, 3, 96, 96)
    labels = torch.frombuffer(bytearray(classes.read_bytes()), dtype=torch.uint8)
    return values.transpose(2, 3).contiguous(), labels.to(torch.int64) - 1
'''


def read(
    script: Script, name: str, split: str, folder: str, names: Mapping[str, str]
) -> tuple[list[tuple[str, Source]], str, str]:
    """Statements that read a split, as (targets, expression).

    Then the expressions that hold pixels uint8 [N, channels, height, width] and labels int64 [N]. names: variables for
    `files`, `pixels` and `labels`.
    """
    for module in ("hashlib", "urllib.request", "torch"):
        script.use(module)
    script.use("pathlib", "Path")
    fetch, source = script.define("fetch", _FETCH), SOURCES[name]
    pixels, labels = names["pixels"], names["labels"]
    both, place = f"{pixels}, {labels}", f"{folder}/{source.folder}".rstrip("/")
    if source.is_archive:
        return _from_archive(script, name, split, place, names), pixels, labels
    found = [
        call(fetch, f"Path({literal(f'{place}/{member}')})", literal(source.base + member), literal(digest or ""))
        for member, digest in ((member, source.digests[member]) for member in source.members[split])
    ]
    if name == "SVHN":
        script.use("scipy.io", "loadmat")
        return [(both, call(script.define("read_numbers", _HOUSE_NUMBERS), found[0]))], pixels, labels
    script.use("gzip")
    idx = script.define("read_idx", _IDX)
    statements: list[tuple[str, Source]] = [(pixels, call(idx, found[0])), (labels, call(idx, found[1]))]
    return statements, f"{pixels}.unsqueeze(1)", f"{labels}.long()"


def _from_archive(
    script: Script, name: str, split: str, place: str, names: Mapping[str, str]
) -> list[tuple[str, Source]]:
    source, files = SOURCES[name], names["files"]
    script.use("tarfile")
    ((archive, digest),) = source.digests.items()
    members = Items(tuple(literal(member) for member in source.members[split]))
    find = script.define("find_members", _MEMBERS.replace("FETCH", script.define("fetch", _FETCH)))
    found = call(find, f"Path({literal(place)})", members, literal(source.base + archive), literal(digest or ""))
    both = f"{names['pixels']}, {names['labels']}"
    if name == "STL10":
        return [(files, found), (both, call(script.define("read_columns", _COLUMNS), f"*{files}"))]
    script.use("pickle")
    key = 'b"labels"' if name == "CIFAR10" else 'b"fine_labels"'
    return [(files, found), (both, call(script.define("read_batches", _BATCHES), files, key))]
