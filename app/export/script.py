"""A script while it is written: imports, definitions, the lines of main()."""

from __future__ import annotations

from app.export.layout import WIDTH, Source, call, lay, literal, sentence_lines
from app.export.names import Names
from app.export.statements import Statements

_OWN_NAMES = frozenset({"main", "args", "parser", "device", "part_seed"})
_MODULES = frozenset(
    {
        *("Any", "Callable", "DataLoader", "Dataset", "Image", "ImageEnhance", "ImageOps", "Iterable", "Iterator"),
        *("Path", "TensorDataset", "partial", "os", "argparse", "codecs", "copy", "csv", "functional", "glob", "gzip"),
        *("hashlib", "io", "json", "math", "np", "pickle", "random", "re", "tarfile", "torch", "nn", "urllib"),
    }
)
_ANY_DEVICE = '"cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"'

_PURPOSE = "Do what the graph does, in the order in which its nodes run."
_PART_SEED = '''
def part_seed(seed: int, label: str) -> int:
    """Derive the seed of one part from that of the whole: the first eight bytes of BLAKE2b over both, modulo 2^32."""
    digest = hashlib.blake2b(f"{seed}\\0{label}".encode(%s)).digest()
    return int.from_bytes(digest[:8], "big") %% 2**32
'''


class Script:
    """Collects the parts of one script; `render` puts them together.

    seed: what `--seed` is by default, None draws one for each start. device: of the graph's settings, "" or `auto` for
    the best there is. places_wanted: ids of the training nodes that note where they end, None for all.
    """

    def __init__(
        self,
        title: str,
        seed: int | None,
        device: str,
        deterministic: bool,
        places_wanted: frozenset[str] | None = None,
    ) -> None:
        self._title = " ".join("".join(c if c.isprintable() else " " for c in title).split()) or "Untitled"
        self._seed = seed
        self._device = device
        self._deterministic = deterministic
        self._imports: set[str] = set()
        self._from: dict[str, set[str]] = {}
        self._definitions: dict[str, str] = {}
        self._options: list[list[str]] = []
        self.main = Statements()
        self._files: list[str] = []
        self._written: dict[str, str] = {}
        self._labels: list[str] = []
        self._uses_device = False
        self._wanted = places_wanted
        self._places: dict[tuple[str, str], tuple[str, str]] = {}
        self.places_read: set[str] = set()
        """Ids of training nodes of which it was asked where they end."""
        self.names = Names(_OWN_NAMES | _MODULES)

    def use(self, module: str, *names: str) -> None:
        """Import a module (`numpy as np` too), or names of it."""
        if names:
            self._from.setdefault(module, set()).update(names)
        else:
            self._imports.add(module)

    def define(self, wanted: str, template: str) -> str:
        """Put a function or class at the top; `<name>` in the template is its name, which is answered.

        The same template again is the same definition.
        """
        if template not in self._definitions:
            is_class = template.lstrip().startswith("class ")
            self._definitions[template] = self.names.take_class(wanted) if is_class else self.names.take(wanted, "part")
        return self._definitions[template]

    def say(self, before: str, source: Source = "", after: str = "", level: int = 0) -> None:
        """Append a statement to main(). level: further indentation."""
        self.main.say(before, source, after, level)

    def device(self) -> str:
        """The name that holds the device."""
        self._uses_device = True
        return "device"

    def seeded(self, label: str) -> Source:
        """The seed of the part called `label`, as an expression."""
        self._labels.append(label)
        return call("part_seed", self.main.seed(), literal(label))

    def option(self, *arguments: Source) -> None:
        """Add an option to the command line of the script."""
        self._options.append(lay("", call("parser.add_argument", *arguments), 1))

    def writes(self, path: str, content: str = "") -> None:
        """Note a file that the script writes. content: a word for a later reader, such as `module` or `place`."""
        self._written[path] = content

    def written(self, path: str) -> str | None:
        """What a file holds that the script has written by now; None for other files."""
        return self._written.get(path)

    def wants_place(self, node_id: str) -> bool:
        """Say whether somebody reads where the training of this node ends, as far as that is known."""
        return self._wanted is None or node_id in self._wanted

    def leave_place(self, model: str, optimizer: str, place: str, node_id: str) -> None:
        """Note the variable that says where training left these two."""
        self._places[model, optimizer] = (place, node_id)

    def place_of(self, model: str, optimizer: str) -> str | None:
        """The variable that says where training left these two, which is then read."""
        place, node_id = self._places.get((model, optimizer), (None, ""))
        if place is not None:
            self.places_read.add(node_id)
        return place

    def forget_places(self, model: str) -> None:
        """Note that a model has changed: what is known of where training left it holds no longer."""
        self._places = {key: place for key, place in self._places.items() if key[0] != model}

    def reads(self, path: str) -> bool:
        """Note a file that has to lie where the script is started; False for one that it has written by then."""
        if path in self._written:
            return False
        if path not in self._files:
            self._files.append(path)
        return True

    def be_deterministic(self) -> None:
        """Ask torch for deterministic algorithms, from the start on."""
        self._deterministic = True

    def render(self) -> str:
        """The whole script."""
        options = self._head()
        definitions = [template.replace("<name>", name, 1) for template, name in self._definitions.items()]
        if self._labels:
            self.use("hashlib")
            odd = any("\ud800" <= c <= "\udfff" for label in self._labels for c in label)
            definitions.insert(0, _PART_SEED % ('"utf-8", "surrogatepass"' if odd else ""))
        body = [*options, *self.main.lines]
        while body and not body[-1]:
            body.pop()
        main = "\n".join(["def main() -> None:", f'    """{_PURPOSE}"""', *body])
        parts = [*(part.strip("\n") for part in definitions), main, 'if __name__ == "__main__":\n    main()']
        imports = self._import_lines()
        head = [*self._docstring(), "", *imports, "", "", ""] if imports else [*self._docstring(), "", "", ""]
        return "\n".join(head) + "\n\n\n".join(parts) + "\n"

    def _docstring(self) -> list[str]:
        title = self._title.replace("\\", "/").replace('"""', "'''")[: WIDTH - 10]
        title = f"{title}." if title[-1] not in ".!?" else title
        lines = [f'"""{title}', "", "Written by CodefyUI Desktop from a graph; it needs nothing of that program."]
        if self._files:
            files = "".join(c if c.isprintable() else "?" for c in ", ".join(self._files))
            lines += sentence_lines(["Files", "it", "reads:", *files.replace('"', "'").split(" ")])
        return [*lines, '"""']

    def _head(self) -> list[str]:
        """The first lines of main(): the command line, the device."""
        lines: list[str] = []
        options = list(self._options)
        if self._uses_device:
            self.use("torch")
            default = literal(self._device) if self._device not in ("", "auto") else None
            if default is None:
                lines.append(f"    best = {_ANY_DEVICE}")
            options.insert(0, lay("", call("parser.add_argument", '"--device"', f"default={default or 'best'}"), 1))
        if self._labels:
            seed = literal(self._seed)
            if self._seed is None:
                self.use("random")
                seed = "random.randrange(2**32)"
            options.insert(0, lay("", call("parser.add_argument", '"--seed"', "type=int", f"default={seed}"), 1))
        if options:
            self.use("argparse")
            lines.append("    parser = argparse.ArgumentParser()")
            lines += [line for option in options for line in option]
            lines.append("    args = parser.parse_args()")
        if self._uses_device:
            lines.append("    device = torch.device(args.device)")
        if self._deterministic:
            self.use("torch")
            self.use("os")
            lines.append('    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")')
            lines.append("    torch.use_deterministic_algorithms(True, warn_only=True)")
        return [*lines, ""] if lines else []

    def _import_lines(self) -> list[str]:
        modules = [(name, f"import {name}") for name in sorted(self._imports)]
        named = []
        for module, names in sorted(self._from.items()):
            ordered = sorted(names, key=lambda name: (not name.isupper(), not name[:1].isupper(), name))
            named.append((module, f"from {module} import {', '.join(ordered)}"))
        both = [*modules, *named]
        own = [line for name, line in both if _package(name) not in _THIRD]
        third = [line for name, line in both if _package(name) in _THIRD]
        return [*own, *([""] if own and third else []), *third]


_THIRD = frozenset({"PIL", "torch", "numpy", "scipy", "sklearn", "safetensors"})


def _package(module: str) -> str:
    """The distribution's own name in `torch.utils.data` and `numpy as np`."""
    return module.partition(" ")[0].partition(".")[0]
