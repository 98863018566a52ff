"""Every node type says what people's graph files expect, in both languages, with valid defaults and a test."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import app.nodes
from app.core.vocab.nodespec import NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.core.vocab.reason import WORDS, placeholders
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

REPO = Path(__file__).resolve().parents[2]
GOLDEN: dict[str, Any] = json.loads((REPO / "tests" / "golden" / "nodes.json").read_text())
SIMPLIFIED = frozenset(
    "数据库参设输网络层执训练验证损压缩张标签类务图节点边预处单双组织线结构开关启动运态状显储变转换导载错误讯项择选删号码"
    "这个们说话读写长见观视觉门问间闭马鸟鱼车轮轨软页顶须顺题风飞养东丝两严丧丰临为举义乐习书买乱争亏亚产亲亿仅从仓仪价众"
    "优会伟传伤伦侧侦儿兑兰兴冈册军农冲决况冻净减凑几凤凭凯击刘则刚创劳势华协卖卢卫厂历厉县发叶吓员响团园围国圆圣场坏块"
    "坚坛坝垄扩扫扬抚抢护报担拟拥拦拨挂挡挤挥捞断无旧时旷晓权条来杨极样树桥检梦楼欢欧归残毁气汇汉沟没沪泪洁测济浅浑浓涛润"
    "涨满滤滨灭灯灵炉炼热爱爷环现电画疗盐监盖盘确礼离种积称稳穷竞笔筑简篮粮紧纤约级纪纯纲纳纵纷纸纹纺纽绍经绑绕绘给绝绞统"
    "继绩绪续绳维绿缓编缘缝罗罚职联聪肃胜脑脚舰艺苏荐获虑虽补装规计订认讨让议记讲许论访评识诉词译试诗该详语请课调谈谓谢谱"
    "贝负贡财责败货质贩贪购贯贴贵费资赋赏赖赛赢赵趋跃达迁过迈还进远连迟适逻遗邮释针钟钢钱铁铅银销锁锋键镜闪闲闻阅队阳阴阵"
    "阶际陆陈险随隐难雾静韩韵频颗颜额饭饮馆驱驶驻骂鲁鲜麦黄齐龙龟"
)
"""Short forms of mainland China that no text of ours may hold; none of them is also a long form."""

MAINLAND = ("數據", "界面", "用戶(?!端)", "默認", "視頻", "服務器", "網絡", "打印", "內存", "軟件", "菜單", "文件夾")
"""Words of the mainland; Taiwan says 資料, 介面, 使用者, 預設, 影片, 伺服器, 網路, 列印, 記憶體, 軟體, 選單, 資料夾."""


def classes() -> Iterator[type[Node]]:
    for found in pkgutil.walk_packages(app.nodes.__path__, "app.nodes."):
        if "._" in found.name:
            continue
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if not isinstance(value, type) or not issubclass(value, Node) or value.__module__ != module.__name__:
                continue
            if "SPEC" in vars(value):  # else the base of several types
                yield value


NODES = {node.SPEC.name: node for node in classes()}
SPECS: dict[str, NodeSpec] = {name: NODES[name].SPEC for name in sorted(NODES)}
EACH = pytest.mark.parametrize("name", list(SPECS))


def described(spec: NodeSpec) -> dict[str, Any]:
    """A spec in the words of the golden file."""
    row: dict[str, Any] = {"category": spec.category, "cacheable": spec.cacheable}
    if not spec.align_inputs:
        row["align_inputs"] = False
    if spec.structural_params:
        row["structural_params"] = list(spec.structural_params)
    row["inputs"] = [[port.name, port.data_type.value, port.optional] for port in spec.inputs]
    row["outputs"] = [[port.name, port.data_type.value] for port in spec.outputs]
    row["params"] = [_param(param) for param in spec.params]
    return row


def _param(param: ParamSpec) -> dict[str, Any]:
    row: dict[str, Any] = {"name": param.name, "type": param.param_type.value, "default": param.default}
    if param.options:
        row["options"] = list(param.options)
    if param.min_value is not None:
        row["min"] = param.min_value
    if param.max_value is not None:
        row["max"] = param.max_value
    if param.visible_when:
        row["visible_when"] = dict(param.visible_when)
    if param.advanced:
        row["advanced"] = True
    return row


def texts(spec: NodeSpec) -> Iterator[tuple[str, Text]]:
    yield spec.name, spec.description
    parts: tuple[PortSpec | ParamSpec, ...] = (*spec.inputs, *spec.outputs, *spec.params)
    for part in parts:
        yield f"{spec.name}.{part.name}", part.description


@EACH
def test_is_as_the_golden_file_says(name: str) -> None:
    assert described(SPECS[name]) == GOLDEN[name]


def test_every_type_of_the_vocabulary_is_there() -> None:
    assert set(GOLDEN) == set(SPECS)


@EACH
def test_default_values_have_the_type_of_the_golden_file(name: str) -> None:
    for param, row in zip(SPECS[name].params, GOLDEN[name]["params"], strict=True):
        assert type(param.default) is type(row["default"]), param.name  # 1 == 1.0 == True


@EACH
def test_defaults_are_valid(name: str) -> None:
    kinds: dict[ParamType, tuple[type, ...]] = {
        ParamType.INT: (int,),
        ParamType.FLOAT: (float,),
        ParamType.BOOL: (bool,),
        ParamType.TENSOR_GRID: (list, type(None)),
    }
    spec = SPECS[name]
    names = [param.name for param in spec.params]
    assert len(set(names)) == len(names)
    for param in spec.params:
        default: Any = param.default
        assert isinstance(default, kinds.get(param.param_type, (str,))), param.name
        assert (param.param_type is ParamType.SELECT) == bool(param.options), param.name
        if param.options:
            assert default in param.options
            assert len(set(param.options)) == len(param.options)
        if param.min_value is not None:
            assert default >= param.min_value
        if param.max_value is not None:
            assert default <= param.max_value
        for other, values in param.visible_when.items():
            options = next(p.options for p in spec.params if p.name == other)
            wanted = values if isinstance(values, list) else [values]
            assert not options or set(wanted) <= set(options)
    assert set(spec.structural_params) <= set(names)


@EACH
def test_texts_are_there_in_both_languages(name: str) -> None:
    spec = SPECS[name]
    assert not _faults(spec.title_zh_tw)
    for place, text in texts(spec):
        assert text.en.strip() == text.en, place
        assert text.en.isascii(), place
        assert text.en.endswith((".", "?")), place
        assert text.en != text.zh_tw, place
        assert re.search("[一-鿿]", text.zh_tw), place
        assert text.zh_tw.endswith("。"), place
        assert not _faults(text.zh_tw), place


def test_reasons_are_there_in_both_languages() -> None:
    for code, (english, chinese) in WORDS.items():
        assert re.fullmatch("[a-z][a-z0-9_]*", code)
        assert placeholders(english) == placeholders(chinese), code
        assert re.search("[一-鿿]", chinese), code
        assert not _faults(chinese), code


@EACH
def test_has_a_unit_test_of_its_own(name: str) -> None:
    module = NODES[name].__module__
    family, stem = module.split(".")[2:]
    assert (REPO / "tests" / "unit" / "nodes" / family / f"test_{stem}.py").is_file()


@EACH
def test_the_file_is_named_after_the_type(name: str) -> None:
    stem = NODES[name].__module__.rsplit(".", 1)[1]
    assert stem.replace("_", "") == name.lower()
    assert NODES[name].__name__ == name


def test_importing_every_node_loads_the_standard_library_alone() -> None:
    modules = sorted({node.__module__ for node in NODES.values()})
    code = f"import sys\nbefore = set(sys.modules)\nimport {', '.join(modules)}\nprint(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    loaded = {module.split(".")[0] for module in done.stdout.split()}
    assert loaded - sys.stdlib_module_names == {"app"}
    assert not {"urllib.request", "http.client", "asyncio", "multiprocessing", "tarfile", "ssl"} & set(
        done.stdout.split()
    )


def test_the_table_of_short_forms_finds_them() -> None:
    assert _faults("数据") == ["数", "据"]
    assert _faults("資料、參數、檔案、網路、伺服器、節點、佇列、執行、預設、儲存、支援、訊息、程式") == []
    assert _faults("服务器") == ["务"]
    assert _faults("用戶界面") == ["界面", "用戶"]
    assert _faults("用戶端") == []


def _faults(text: str) -> list[str]:
    """Short forms, and words of the mainland where Taiwan has others."""
    return [*(c for c in text if c in SIMPLIFIED), *(found for word in MAINLAND for found in re.findall(word, text))]
