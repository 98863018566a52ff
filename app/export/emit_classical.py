"""Classical learners, as scikit-learn has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.layout import call, literal
from app.export.part import Effect, Emitter, Sort, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Source
    from app.export.part import Part

_SEEDS = 2**32
_DEEPEST_TEXT = 200

_CLASSES = '''
def <name>(labels: list) -> list:
    """List the different labels in order; labels of several types are ordered by their text."""
    try:
        return sorted(set(labels))
    except TypeError:
        return sorted(set(labels), key=lambda label: (str(label), type(label).__name__))
'''
_ACCURACY = '''
def <name>(predictions: list, labels: list) -> int:
    """Count the predictions that are right; both sides are compared as text."""
    return sum(str(made) == str(true) for made, true in zip(predictions, labels, strict=True))
'''


def _fitted(part: Part, learner: Source) -> tuple[str, str, str]:
    """Emit the learner and its fit: (learner, classes, rows to classify as an expression)."""
    script = part.script
    script.use("torch")
    x, query = part.tensor("x_train"), part.tensor("x_query")
    classes, name = part.name("classes"), part.name()
    script.say(f"{classes} = ", call(script.define("classes_of", _CLASSES), part.inputs["y_train"].text))
    script.say(f"{name} = ", learner)
    codes = f"[{classes}.index(label) for label in {part.inputs['y_train'].text}]"
    script.say("", call(f"{name}.fit", f"{x.text}.double().numpy(force=True)", codes))
    return name, classes, f"{query.text}.double().numpy(force=True)"


def _predictions(part: Part, name: str, classes: str, rows: str) -> dict[str, Value]:
    found = {"classes": Value(classes, part.inputs["y_train"].sort)}
    if "predictions" in part.read or not part.read:
        source = f"[{classes}[code] for code in {name}.predict({rows})]"
        found = {"predictions": part.keep(source, "predictions", part.inputs["y_train"].sort), **found}
    return found


def _knn(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    script.use("sklearn.neighbors", "KNeighborsClassifier")
    learner = call(
        "KNeighborsClassifier",
        f"n_neighbors=min({params['n_neighbors']}, len({part.inputs['y_train'].text}))",
        f"weights={literal(params['weights'])}",
        f"metric={literal(params['metric'])}",
    )
    name, classes, rows = _fitted(part, learner)
    found = _predictions(part, name, classes, rows)
    if "probabilities" in part.read:
        source = call(
            "torch.tensor", f"{name}.predict_proba({rows})", "dtype=torch.float32", f"device={script.device()}"
        )
        found["probabilities"] = part.keep(source, "probabilities", dtype="float32")
    return found


def _tree(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    script.use("sklearn.tree", "DecisionTreeClassifier")
    learner = call(
        "DecisionTreeClassifier",
        f"max_depth={params['max_depth'] or None}",
        f"criterion={literal(params['criterion'])}",
        f"random_state={params['random_state'] % _SEEDS}",
    )
    name, classes, rows = _fitted(part, learner)
    found = _predictions(part, name, classes, rows)
    if "feature_importances" in part.read:
        dtype = ("dtype=torch.float32", f"device={script.device()}")
        source = call("torch.tensor", f"{name}.feature_importances_", *dtype)
        found["feature_importances"] = part.keep(source, "importances", dtype="float32")
    if "tree_text" in part.read:
        script.use("sklearn.tree", "export_text")
        names = f"class_names=[str(label) for label in {classes}]"
        depth = f"max_depth=min({name}.get_depth(), {_DEEPEST_TEXT})"
        found["tree_text"] = part.keep(call("export_text", name, names, depth), "text", Sort.OBJECT)
    return found


def _accuracy(part: Part) -> Mapping[str, Value]:
    script = part.script
    made, true = part.inputs["predictions"], part.inputs["labels"]
    correct, accuracy = part.name("correct"), part.name()
    texts = [f"{value.text}.tolist()" if value.sort is Sort.TENSOR else value.text for value in (made, true)]
    script.say(f"{correct} = ", call(script.define("count_right", _ACCURACY), *texts))
    script.say(f"{accuracy} = {correct} / max(len({true.text}), 1)")
    script.say("", call("print", literal(f"{part.node.id}:"), accuracy))
    return {
        "accuracy": Value(accuracy, Sort.NUMBER),
        "correct": Value(correct, Sort.NUMBER),
        "total": Value(f"len({true.text})", Sort.NUMBER),
    }


EMITTERS: Mapping[str, Emitter] = {
    "Accuracy": Emitter(_accuracy, Effect.ACTS),
    "DecisionTreeClassifier": Emitter(_tree),
    "KNN": Emitter(_knn),
}
"""Node type -> how it is written."""
