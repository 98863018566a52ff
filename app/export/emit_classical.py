"""Classical learners, as scikit-learn has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.export.layout import call, each, literal
from app.export.part import Effect, Emitter, Sort, Value
from app.nodes.classical.learner import MOST_STEPS
from app.nodes.classical.mlp_classifier import hidden_sizes
from app.nodes.classical.random_forest_classifier import MOST_TREES
from app.nodes.classical.svm_classifier import MOST_STEPS as MOST_SVM_STEPS
from app.nodes.classical.svm_classifier import gamma_of

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

_FIT_LINE = '''
def <name>(rows: torch.Tensor, targets: torch.Tensor) -> tuple[torch.Tensor, float]:
    """Fit the weights of the columns and the intercept by least squares."""
    x, y = rows.detach().cpu().double(), targets.detach().cpu().double().reshape(-1)
    x_mean, y_mean = x.mean(0), y.mean()
    weights = torch.linalg.lstsq(x - x_mean, (y - y_mean).unsqueeze(1), driver="gelsd").solution[:, 0]
    return weights, float(y_mean - (x_mean * weights).sum())
'''
_FIT_DIRECTION = '''
def <name>(rows: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Fit the weights of the columns by least squares, through the origin."""
    x, y = rows.detach().cpu().double(), targets.detach().cpu().double().reshape(-1)
    return torch.linalg.lstsq(x, y.unsqueeze(1), driver="gelsd").solution[:, 0]
'''

_PREDICT_LINE = '''
def <name>(rows: torch.Tensor, weights: torch.Tensor, intercept: float) -> torch.Tensor:
    """Weigh the columns in float64; the answers are of the type of the rows."""
    return (rows.detach().cpu().double() @ weights + intercept).to(rows.device, KIND(rows))
'''
_FLOAT_TYPE = '''
def <name>(values: torch.Tensor) -> torch.dtype:
    """Give the type in which answers for these values come: theirs where they are floats."""
    return values.dtype if values.is_floating_point() else torch.float32
'''


def _fitted(part: Part, learner: Source, labels: Value | None = None) -> tuple[str, Value, str]:
    """Emit the learner and its fit: (learner, classes, rows to classify as an expression).

    labels: those of the known rows, where they have been made a list already.
    """
    script = part.script
    script.use("torch")
    x, query = _rows(part, "x_train"), _rows(part, "x_query")
    labels = part.listed("y_train") if labels is None else labels
    classes, name = part.name("classes"), part.name()
    script.say(f"{classes} = ", call(script.define("classes_of", _CLASSES), labels.text))
    script.say(f"{name} = ", learner)
    codes = each(f"{classes}.index(label)", f"for label in {labels.text}")
    script.say("", call(f"{name}.fit", f"{x.text}.double().numpy(force=True)", codes))
    return name, Value(classes, labels.sort), f"{query.text}.double().numpy(force=True)"


def _rows(part: Part, port: str) -> Value:
    """What comes in at a port, as the name of a tensor."""
    given = part.tensor(port)
    return given if given.text.isidentifier() else part.keep(given.text, port, dtype=given.dtype)


def _positive(part: Part, name: str) -> str:
    """A param that must be more than zero, written out. Raises: NodeError param_not_positive."""
    value = float(part.params[name])
    if not value > 0:
        raise NodeError.of("param_not_positive", param=name, value=value)
    return literal(value)


def _arrays(part: Part, found: Mapping[str, str]) -> dict[str, Value]:
    """Arrays of a learner as tensors, those that are read. found: port -> the array as an expression."""
    made = {}
    for port, source in found.items():
        if port in part.read:
            tensor = call("torch.tensor", source, "dtype=torch.float32", f"device={part.script.device()}")
            made[port] = part.keep(tensor, port, dtype="float32")
    return made


def _predictions(part: Part, name: str, classes: Value, rows: str) -> dict[str, Value]:
    found = {"classes": classes}
    if "predictions" in part.read or not part.read:
        source = each(f"{classes.text}[code]", f"for code in {name}.predict({rows})")
        found = {"predictions": part.keep(source, "predictions", classes.sort), **found}
    return found


def _knn(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    script.use("sklearn.neighbors", "KNeighborsClassifier")
    labels = part.listed("y_train")
    learner = call(
        "KNeighborsClassifier",
        f"n_neighbors=min({params['n_neighbors']}, len({labels.text}))",
        f"weights={literal(params['weights'])}",
        f"metric={literal(params['metric'])}",
    )
    name, classes, rows = _fitted(part, learner, labels)
    found = _predictions(part, name, classes, rows)
    return {**found, **_arrays(part, {"probabilities": f"{name}.predict_proba({rows})"})}


def _logistic(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    script.use("sklearn.linear_model", "LogisticRegression")
    is_l1, strength = params["penalty"] == "l1", "math.inf"
    if params["penalty"] == "none":
        script.use("math")
    else:
        strength = _positive(part, "C")
    more = ["l1_ratio=1.0", 'solver="saga"'] if is_l1 else []
    steps = f"max_iter={min(params['max_iter'], MOST_STEPS)}"
    learner = call("LogisticRegression", f"C={strength}", *more, steps, "random_state=0")
    name, classes, rows = _fitted(part, learner)
    arrays = {"probabilities": f"{name}.predict_proba({rows})", "coef": f"{name}.coef_"}
    return {**_predictions(part, name, classes, rows), **_arrays(part, arrays)}


def _forest(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    if params["n_estimators"] > MOST_TREES:
        raise NodeError.of("forest_too_large", count=params["n_estimators"], limit=MOST_TREES)
    script.use("sklearn.ensemble", "RandomForestClassifier")
    depth = min(params["max_depth"], MOST_STEPS) or None
    seed = f"random_state={params['seed'] % _SEEDS}"
    learner = call("RandomForestClassifier", f"n_estimators={params['n_estimators']}", f"max_depth={depth}", seed)
    name, classes, rows = _fitted(part, learner)
    arrays = {"probabilities": f"{name}.predict_proba({rows})"}
    return {**_predictions(part, name, classes, rows), **_arrays(part, arrays)}


def _perceptron(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    script.use("sklearn.neural_network", "MLPClassifier")
    learner = call(
        "MLPClassifier",
        f"hidden_layer_sizes={literal(hidden_sizes(params['hidden_sizes']))}",
        f"activation={literal(params['activation'])}",
        f"max_iter={min(params['max_iter'], MOST_STEPS)}",
        f"learning_rate_init={_positive(part, 'learning_rate_init')}",
        f"random_state={params['seed'] % _SEEDS}",
    )
    name, classes, rows = _fitted(part, learner)
    found = {**_predictions(part, name, classes, rows), "train_loss": Value(f"{name}.loss_", Sort.NUMBER)}
    return {**found, **_arrays(part, {"probabilities": f"{name}.predict_proba({rows})"})}


def _machine(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    script.use("sklearn.svm", "SVC")
    learner = call(
        "SVC",
        f"C={_positive(part, 'C')}",
        f"kernel={literal(params['kernel'])}",
        f"gamma={literal(gamma_of(params['gamma']))}",
        f"max_iter={MOST_SVM_STEPS}",
    )
    name, classes, rows = _fitted(part, learner)
    vectors = _arrays(part, {"support_vectors": f"{name}.support_vectors_"})
    return {**_predictions(part, name, classes, rows), **vectors}


def _line(part: Part) -> Mapping[str, Value]:
    """Least squares in float64, in the order of the node's own sums."""
    script, has_intercept, read = part.script, part.params["fit_intercept"], part.read or {"predictions"}
    x, y = _rows(part, "x_train"), _rows(part, "y_train")
    script.use("torch")
    fit = call(script.define("fit_line", _FIT_LINE if has_intercept else _FIT_DIRECTION), x.text, y.text)
    coef, intercept = part.name("coef"), part.name("intercept") if has_intercept else "0.0"
    if has_intercept:
        targets = (coef if read != {"intercept"} else "_", intercept if read != {"coef"} else "_")
        script.say(f"{', '.join(targets)} = ", fit)
    elif read != {"intercept"}:
        script.say(f"{coef} = ", fit)
    found = {"intercept": Value(intercept, Sort.NUMBER)}
    if read == {"intercept"}:
        return found
    query = _rows(part, "x_query")
    dtype = "float32" if query.family in ("int", "bool") else query.dtype
    kind = script.define("float_type", _FLOAT_TYPE)
    if "predictions" in read:
        predict = script.define("predict_line", _PREDICT_LINE.replace("KIND", kind))
        made = call(predict, query.text, coef, intercept)
        found = {"predictions": part.keep(made, "predictions", dtype=dtype), **found}
    if "coef" in read:
        found["coef"] = part.keep(call(f"{coef}.to", script.device(), f"{kind}({query.text})"), "weights", dtype=dtype)
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
    arrays = _arrays(part, {"feature_importances": f"{name}.feature_importances_"})
    found = {**_predictions(part, name, classes, rows), **arrays}
    if "tree_text" in part.read:
        script.use("sklearn.tree", "export_text")
        names = f"class_names=[str(label) for label in {classes.text}]"
        depth = f"max_depth=min({name}.get_depth(), {_DEEPEST_TEXT})"
        found["tree_text"] = part.keep(call("export_text", name, names, depth), "text", Sort.OBJECT)
    return found


def _accuracy(part: Part) -> Mapping[str, Value]:
    script = part.script
    made, true = part.listed("predictions"), part.listed("labels")
    correct, accuracy = part.name("correct"), part.name()
    script.say(f"{correct} = ", call(script.define("count_right", _ACCURACY), made.text, true.text))
    script.say(f"{accuracy} = {correct} / max(len({true.text}), 1)")
    if not part.is_shown("accuracy"):
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
    "LinearRegression": Emitter(_line),
    "LogisticRegression": Emitter(_logistic),
    "MLPClassifier": Emitter(_perceptron),
    "RandomForestClassifier": Emitter(_forest),
    "SVMClassifier": Emitter(_machine),
}
"""Node type -> how it is written."""
