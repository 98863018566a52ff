"""Map: what the preset does for each item, as a loop or a comprehension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.layout import each
from app.export.part import Emitter, Sort, Value
from app.export.statements import Loop

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part


def _map(part: Part) -> Mapping[str, Value]:
    script, main, items = part.script, part.script.main, part.items("items")
    item, results = part.name("item"), part.name("results")
    loop = Loop(part.node.id, part.name("seed"), part.name("place"))
    main.begin(loop)
    # a row of a tensor is one, too; of other items nothing is known
    row = Value(item, Sort.TENSOR, items.dtype) if items.sort is Sort.TENSOR else Value(item)
    result = part.write_body(part.node.id, row)
    lines = main.end()
    found = {"results": Value(results, Sort.LIST), "count": Value(f"float(len({results}))", Sort.NUMBER)}
    if not lines and not loop.is_seeded:
        whole = f"list({items.text})" if result.text == item else each(result.text, f"for {item} in {items.text}")
        script.say(f"{results} = ", whole)
        return found
    script.say(f"{results} = []")
    if loop.is_seeded:
        script.say(f"for {loop.place}, {item} in enumerate({items.text}):")
        script.say(f"{loop.seed} = ", main.seed_of_item(loop), level=1)
    else:
        script.say(f"for {item} in {items.text}:")
    main.extend(lines)
    script.say(f"{results}.append({result.text})", level=1)
    return found


EMITTERS: Mapping[str, Emitter] = {"Map": Emitter(_map)}
"""Node type -> how it is written."""
