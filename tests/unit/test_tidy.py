"""The house stays small and tidy: rules over src/memtxn that no other tool here checks.

Every test names its offenders, one a line. The rules read source text alone and import nothing of memtxn,
so they hold for a half-built tree as well; the last part of this file checks the rules themselves.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "memtxn"

FUNCTION_LIMIT = 70
"""Lines of one function, docstring included."""
FUNCTION_MEDIAN = 10
"""Lines of the middle function, docstrings not counted: to explain a contract must cost nothing."""
FILE_LIMIT = 500
"""Lines of one file."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Offence = tuple[int, str]
"""A line and what is wrong there."""
Graph = Mapping[str, set[str]]


@dataclass(frozen=True)
class Module:
    """One Python file: where it is, what it is called, what it says."""

    path: str
    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def package(self) -> str:
        """Where a relative import in this file starts."""
        return self.name if self.path.endswith("__init__.py") else self.name.rpartition(".")[0]


def load(package: Path) -> list[Module]:
    """Every Python file of a package; none if its folder is missing."""
    return [read(path, package.parent) for path in sorted(package.rglob("*.py"))]


def read(path: Path, source_root: Path) -> Module:
    name = ".".join(path.relative_to(source_root).with_suffix("").parts).removesuffix(".__init__")
    return Module(path.relative_to(source_root.parent).as_posix(), name, path.read_text(encoding="utf-8"))


SOURCE = load(PACKAGE)


def report(offenders: Iterable[str]) -> None:
    found = list(offenders)
    assert not found, "\n".join(["", *found])


# --- small ------------------------------------------------------------------------------------


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def lines_of_code(function: Function) -> int:
    documented = ast.get_docstring(function, clean=False) is not None
    return lines_of(function) - (lines_of(function.body[0]) if documented else 0)


def long_functions(module: Module) -> Iterator[Offence]:
    for function in functions(module.tree):
        if lines_of(function) > FUNCTION_LIMIT:
            yield function.lineno, f"{function.name} has {lines_of(function)} lines, over {FUNCTION_LIMIT}"


def long_file(module: Module) -> Iterator[Offence]:
    count = len(module.text.splitlines())
    if count > FILE_LIMIT:
        yield 1, f"{count} lines, over {FILE_LIMIT}"


def test_the_middle_function_is_short() -> None:
    measured = [
        (lines_of_code(function), f"{module.path}:{function.lineno}: {function.name}")
        for module in SOURCE
        for function in functions(module.tree)
    ]
    middle = median([lines for lines, _ in measured] or [0])
    longest = [f"{lines:4} {where}" for lines, where in sorted(measured, reverse=True)[:20]]
    assert middle <= FUNCTION_MEDIAN, "\n".join([f"median {middle}; the longest are:", *longest])


# --- in order: no circle of imports -----------------------------------------------------------


def run_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands outside functions; `if TYPE_CHECKING` too, since types tie modules together."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda):
            yield child
            yield from run_on_import(child)


def imported(module: Module, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The line and the full dotted name of everything these statements import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = imported_from(module, node)
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def imported_from(module: Module, node: ast.ImportFrom) -> str:
    above = module.package.split(".")
    above = above[: len(above) - node.level + 1] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


def import_graph(modules: list[Module]) -> dict[str, set[str]]:
    """Who imports whom. `from a import b` means a.b where that is a module, else a."""
    known = {module.name for module in modules}
    graph = {}
    for module in modules:
        names = {name for _, name in imported(module, run_on_import(module.tree))}
        targets = {name if name in known else name.rpartition(".")[0] for name in names}
        graph[module.name] = (targets & known) - {module.name}
    return graph


def reached(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - seen
        seen |= new
        waiting.extend(new)
    return seen


def circles(graph: Graph) -> list[str]:
    """Each group of modules that reach one another, with the imports that tie it together."""
    reach = {name: reached(graph, name) for name in graph}
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in graph}
    return ["circle: " + ", ".join(ties(graph, group)) for group in sorted(groups, key=sorted) if group]


def ties(graph: Graph, group: frozenset[str]) -> list[str]:
    return [f"{name} -> {target}" for name in sorted(group) for target in sorted(graph[name] & group)]


def test_no_circle_of_imports() -> None:
    report(circles(import_graph(SOURCE)))


# --- plain: nothing hidden, nothing unfinished ------------------------------------------------


def unfinished(module: Module) -> Iterator[Offence]:
    yield from unfinished_lines(module.text)


def unfinished_lines(text: str) -> Iterator[Offence]:
    for number, line in enumerate(text.splitlines(), start=1):
        if re.search(r"\b(TODO|FIXME)\b", line):
            yield number, line.strip()


def blind_catches(module: Module) -> Iterator[Offence]:
    """Catch only what you can name; BaseException is for cleaning up and raising again."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler):
            blind = {"everything", "Exception"} | (set() if raises_again(node) else {"BaseException"})
            yield from ((node.lineno, f"catches {name}") for name in caught(node) if name in blind)


def caught(handler: ast.ExceptHandler) -> list[str]:
    if handler.type is None:
        return ["everything"]
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [ast.unparse(each) for each in types]


def raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def used(module: Module) -> Iterator[tuple[int, str]]:
    """Every dotted name the code reads or writes, with its line."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name | ast.Attribute):
            yield node.lineno, ast.unparse(node)


def sleeps(module: Module) -> Iterator[Offence]:
    """Whoever must wait, waits for something, with a limit."""
    for line, name in [*imported(module, ast.walk(module.tree)), *used(module)]:
        if name == "time.sleep":
            yield line, "sleeps"


HIDDEN_IMPORTERS = ("importlib", "imp", "pkgutil", "runpy", "importlib.import_module", "importlib.util")
HIDDEN_IMPORTS = {"__import__", "compile", "eval", "exec", "sys.modules"}


def import_tricks(module: Module) -> Iterator[Offence]:
    """What no linter can follow. A plain `import` inside a function is no trick."""
    for line, name in imported(module, ast.walk(module.tree)):
        if name in HIDDEN_IMPORTERS or name.startswith(("importlib.util.", "pkgutil.", "runpy.")):
            yield line, f"imports {name}: import what you need by its name"
    for line, name in used(module):
        if name in HIDDEN_IMPORTS:
            yield line, f"uses {name}: import what you need by its name"
    for function in functions(module.tree):
        if function.name == "__getattr__" and function.col_offset == 0:
            yield function.lineno, "a module with __getattr__: its names are to be seen in its text"


def clock_readings(module: Module) -> Iterator[Offence]:
    """The import contracts let the core have datetime for arithmetic; its clock is out of bounds."""
    for line, name in used(module) if module.name.startswith("memtxn.core") else ():
        if name.endswith((".now", ".today", ".utcnow")) and name.startswith(("datetime.", "date.")):
            yield line, f"{name}: time comes in as an argument"


def apsw_in_core(module: Module) -> Iterator[Offence]:
    """The import contracts see packages whole; of apsw the core may have the text rules alone."""
    names = imported(module, ast.walk(module.tree)) if module.name.startswith("memtxn.core") else ()
    for line, name in names:
        if name.startswith("apsw") and not name.startswith("apsw.unicode"):
            yield line, f"{name}: only apsw.unicode is pure"


# --- the rules, over the source ---------------------------------------------------------------

Rule = Callable[[Module], Iterator[Offence]]
RULES: list[Rule] = [
    apsw_in_core,
    blind_catches,
    clock_readings,
    import_tricks,
    long_file,
    long_functions,
    sleeps,
    unfinished,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_source_keeps(rule: Rule) -> None:
    report(f"{module.path}:{line}: {what}" for module in SOURCE for line, what in rule(module))


def test_data_files_are_finished() -> None:
    files = sorted(path for path in PACKAGE.rglob("*") if path.suffix in {".sql", ".toml"})
    report(
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in files
        for line, what in unfinished_lines(path.read_text(encoding="utf-8"))
    )


# --- the rules themselves ---------------------------------------------------------------------


def core(text: str) -> Module:
    return Module("src/memtxn/core/sample.py", "memtxn.core.sample", text)


OFFENCES: list[tuple[Rule, str]] = [
    (apsw_in_core, "import apsw"),
    (apsw_in_core, "from apsw import Connection"),
    (blind_catches, "try: pass\nexcept: raise"),
    (blind_catches, "try: pass\nexcept Exception: raise"),
    (blind_catches, "try: pass\nexcept (KeyError, Exception): pass"),
    (blind_catches, "try: pass\nexcept BaseException: pass"),
    (clock_readings, "datetime.now(UTC)"),
    (clock_readings, "datetime.datetime.now(UTC)"),
    (clock_readings, "date.today()"),
    (import_tricks, "import importlib"),
    (import_tricks, "from importlib import import_module"),
    (import_tricks, "__import__('memtxn')"),
    (import_tricks, "sys.modules['memtxn']"),
    (import_tricks, "def __getattr__(name): ..."),
    (long_file, "\n" * 501),
    (long_functions, "def long():" + "\n  pass" * 70),
    (sleeps, "time.sleep(1)"),
    (sleeps, "from time import sleep"),
    (unfinished, "pass  # TO" + "DO: more"),
]


@pytest.mark.parametrize(("rule", "text"), OFFENCES)
def test_a_rule_sees_its_offence(rule: Rule, text: str) -> None:
    assert list(rule(core(text)))


PLAIN = [
    "",
    "\n" * 500,
    "def full():" + "\n  pass" * 69,
    "from apsw import unicode\nimport apsw.unicode",
    "try: pass\nexcept BaseException:\n  roll_back()\n  raise",
    "from importlib import resources\nimport importlib.metadata\nimportlib.metadata.version('memtxn')",
    "class Lazy:\n  def __getattr__(self, name): ...",
    "def later():\n  import json\n  return re.compile(view.now)",
]


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_leaves_plain_code_alone(rule: Rule, text: str) -> None:
    assert not list(rule(core(text)))


def test_docstrings_do_not_count_as_code() -> None:
    documented, bare = functions(ast.parse('def f():\n  """One.\n\n  Two."""\n  pass\ndef g():\n  pass'))
    assert (lines_of(documented), lines_of_code(documented), lines_of_code(bare)) == (5, 2, 2)


def test_a_circle_is_seen_through_relative_and_type_only_imports() -> None:
    graph = import_graph(
        [
            Module("src/m/__init__.py", "m", "from .c import C"),
            Module("src/m/a.py", "m.a", "from m.b import B"),
            Module("src/m/b.py", "m.b", "if TYPE_CHECKING:\n  from . import a"),
            Module("src/m/c.py", "m.c", "import m.a\ndef f():\n  import m"),
            Module("src/m/d.py", "m.d", "import json"),
        ]
    )
    assert graph == {"m": {"m.c"}, "m.a": {"m.b"}, "m.b": {"m.a"}, "m.c": {"m.a"}, "m.d": set()}
    assert circles(graph) == ["circle: m.a -> m.b, m.b -> m.a"]


def test_a_missing_package_has_no_modules(tmp_path: Path) -> None:
    assert load(tmp_path / "nothing") == []
    assert circles(import_graph([])) == []


def test_modules_are_named_as_they_are_imported(tmp_path: Path) -> None:
    expected = {
        "src/m/__init__.py": "m",
        "src/m/core/__init__.py": "m.core",
        "src/m/core/plan.py": "m.core.plan",
    }
    for name in expected:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert {module.path: module.name for module in load(tmp_path / "src" / "m")} == expected
