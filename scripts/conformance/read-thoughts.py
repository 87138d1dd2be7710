"""Reads texts with the reasoning parsers of vLLM or SGLang: read-thoughts.py FOLDER vllm|sglang TEXTS RESULTS.

FOLDER has the Python files of the package; TEXTS and RESULTS are files. Its parsers are text in, text out, but their imports want a GPU's libraries: what is not installed,
and what serves HTTP, is replaced with stubs. TEXTS is a list of {"parser", "pieces"}; RESULTS has {"reasoning", "text"} for each, {"missing"}
where the package has no such parser, or {"error"} where it does not run without those libraries.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import json
import sys
import types
from pathlib import Path

folder, package, texts, results = sys.argv[1:]

STUBBED = {
    "sglang": [
        "sglang.srt.entrypoints",
        "sglang.srt.utils",
        "sglang.utils",
        "sglang.srt.parser.beam",
        "sglang.srt.parser.response_template",
    ],
    "vllm": [
        "vllm.entrypoints",
        "vllm.envs",
        "vllm.logger",
        "vllm.outputs",
        "vllm.platforms",
        "vllm.sampling_params",
        "vllm.tokenizers",
        "vllm.utils",
    ],
}
# Their folders, without what their __init__ imports.
BARE = {"sglang": ["sglang", "sglang.srt", "sglang.srt.function_call"], "vllm": ["vllm", "vllm.reasoning"]}


class Names(type):
    """The type of classes that have every name, each such a class."""

    def __getattr__(cls, name):
        return create_member(cls, name)


def create_member(owner, name):
    """Sets a class that takes anything, and has every name."""
    if name.startswith("__"):
        raise AttributeError(name)
    members = {
        "__init__": lambda self, *_, **__: None,
        "__class_getitem__": classmethod(lambda cls, _: cls),
        "__init_subclass__": classmethod(lambda cls, **_: None),
    }
    value = Names(name, (), members)
    setattr(owner, name, value)
    return value


class Stub(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        return create_member(self, name)


class Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what `applies` to."""

    def __init__(self, applies):
        self.applies = applies

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if self.applies(name) else None

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        pass


def is_not_installed(name):
    top = name.split(".")[0]
    # `copy` of the standard library asks for `org`, to know whether it runs in Java.
    return top not in (package, "org") and ("." not in name or isinstance(sys.modules.get(top), Stub))


def prepare_imports():
    is_stubbed = lambda name: any(f"{name}.".startswith(f"{each}.") for each in STUBBED[package])
    sys.meta_path.insert(0, Stubs(is_stubbed))
    sys.meta_path.append(Stubs(is_not_installed))
    sys.path.insert(0, folder)
    for name in BARE[package]:
        module = types.ModuleType(name)
        module.__path__ = [str(Path(folder, *name.split(".")))]
        sys.modules[name] = module


class Vocabulary(dict):
    """Every text is a token."""

    def get(self, text, _default=None):
        return self.setdefault(text, len(self) + 1)

    def __missing__(self, text):
        return self.get(text)

    def __contains__(self, _text):
        return True


class Tokenizer:
    def __init__(self):
        self.vocabulary = Vocabulary()

    def get_vocab(self):
        return self.vocabulary

    def encode(self, text, **_):
        return [self.vocabulary.get(text)]

    def convert_tokens_to_ids(self, text):
        return self.vocabulary.get(text)


def read_with_sglang(parser, pieces):
    from sglang.srt.parser.reasoning_parser import ReasoningParser

    names = {name.replace("-", "_"): name for name in ReasoningParser.DetectorMap}
    name = names.get(parser.replace("-", "_"))
    if name is None:
        return {"missing": True}
    # Whole texts: in a stream they want each tag as one piece, since a tag is a token.
    reasoning, text = ReasoningParser(model_type=name).parse_non_stream("".join(pieces))
    return {"reasoning": reasoning or "", "text": text or ""}


def read_with_vllm(parser, pieces):
    base = importlib.import_module("vllm.reasoning.abs_reasoning_parsers")
    for name in ["ReasoningParser", "ReasoningParserManager"]:
        setattr(sys.modules["vllm.reasoning"], name, getattr(base, name))
    tree = ast.parse(Path(folder, "vllm/reasoning/__init__.py").read_text())
    tables = [node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)]
    found = ast.literal_eval(tables[0]).get(parser.replace("-", "_"))
    if found is None:
        return {"missing": True}
    module, name = found
    reader = getattr(importlib.import_module(f"vllm.reasoning.{module}"), name)(Tokenizer())
    reasoning, text = reader.extract_reasoning("".join(pieces), None)
    return {"reasoning": reasoning or "", "text": text or ""}


def read(entry):
    try:
        return {"vllm": read_with_vllm, "sglang": read_with_sglang}[package](entry["parser"], entry["pieces"])
    except Exception as error:  # What a parser needs beyond its text is not known before.
        return {"error": f"{type(error).__name__}: {error}"[:200]}


prepare_imports()
entries = json.loads(Path(texts).read_text())
Path(results).write_text(json.dumps([read(entry) for entry in entries], ensure_ascii=False))
