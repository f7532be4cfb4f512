"""`memtxn.toml`: where it is found, what comes before it, and what is said when it is wrong."""

from pathlib import Path

import pytest

from memtxn.app.open import open as open_
from memtxn.interfaces.cli.config import KEYS, NAME, TEMPLATE, Config, read_config
from memtxn.model.policy import Policy
from tests.interfaces.cli.shell import NOON, Shell

ABOUT = ("Meeting/client", "start_time")
TOLD = ("propose", *ABOUT, "4pm", "--text", "Now 4pm.", "--at", NOON)


class Folder(Shell):
    """A shell whose current folder may hold a file of settings, and whose environment names no store."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.env = {}

    def write(self, text: str, name: str = NAME) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A folder to be in."""
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path)


# -- which of them counts ----------------------------------------------------------------------------------


def test_the_file_names_the_store_and_the_memory(folder: Folder) -> None:
    folder.write('url = "sub/agent.db"\nmemory = ["user", "alice"]\nprincipal = "bob"\n')
    (folder.folder / "sub").mkdir()
    assert folder.ok("init").out == "made the store sub/agent.db\n"
    folder.ok(*TOLD)
    assert folder.ok("log").out.startswith("memory 'user'/'alice'\n")
    assert folder.ok("log", "--json").json["principal"] == "bob"


def test_the_environment_comes_before_the_file_and_an_option_before_both(folder: Folder) -> None:
    folder.write('url = "file.db"\nmemory = ["of the file"]\nprincipal = "file"\n')
    assert folder.ok("init").out == "made the store file.db\n"
    folder.env = {"MEMTXN_URL": "variable.db", "MEMTXN_MEMORY": "of the variable"}
    assert folder.ok("init").out == "made the store variable.db\n"
    assert folder.ok("init", "--db", "option.db").out == "made the store option.db\n"
    folder.ok(*TOLD, "--db", "option.db")
    assert folder.ok("log", "--db", "option.db").out.startswith("memory 'of the variable'")
    folder.ok(*TOLD, "--memory", "of the option", "--principal", "option")
    assert folder.ok("log", "--memory", "of the option", "--json").json["principal"] == "option"


def test_without_any_it_is_the_default(folder: Folder) -> None:
    assert folder.ok("init").out == "made the store memtxn.db\n"
    folder.ok(*TOLD)
    assert folder.ok("log").out.startswith("memory 'default'")
    assert folder.ok("log", "--json").json["principal"] == "local"


def test_a_variable_names_another_file_and_paths_are_seen_from_there(folder: Folder) -> None:
    (folder.folder / "etc").mkdir()
    folder.write('url = "here.db"\n')
    named = folder.write('url = "there.db"\n', "etc/any name")
    folder.env = {"MEMTXN_CONFIG": str(named)}
    folder.ok("init")
    assert (folder.folder / "etc" / "there.db").exists()
    assert not (folder.folder / "here.db").exists()
    folder.env = {"MEMTXN_CONFIG": ""}
    folder.ok("init")
    assert (folder.folder / "here.db").exists()


def test_no_other_folder_is_looked_into(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write('url = "above.db"\n')
    (folder.folder / "inner").mkdir()
    monkeypatch.chdir(folder.folder / "inner")
    assert folder.ok("init").out == "made the store memtxn.db\n"


def test_python_reads_no_file(folder: Folder) -> None:
    folder.write("nonsense = 1\n")
    open_(folder.db).close()


# -- what the settings do ----------------------------------------------------------------------------------


def test_the_policy_judges(folder: Folder) -> None:
    wrong = ("propose", *ABOUT, "5pm", "--text", "Now 4pm.", "--at", NOON)
    folder.ok("init")
    assert folder.run(*wrong).code == 1
    folder.write('[policy]\nmode = "shadow"\n')
    assert folder.ok(*wrong).out.startswith("ADD")
    folder.write("[policy]\nvalue_limit = 3\n")
    assert folder.run(*TOLD, "--json").error["reasons"] == ["too_large"]


def test_a_channel_that_is_not_named_keeps_its_authority(folder: Folder) -> None:
    folder.write("[policy.authority]\nweb = 0.95\nrumour = 0.1\n")
    policy = read_config().policy
    assert policy is not None
    assert policy.authority == Policy().authority | {"web": 0.95, "rumour": 0.1}


def test_read_only(folder: Folder) -> None:
    folder.ok("init")
    folder.write("read_only = true\n")
    done = folder.run(*TOLD, "--json")
    assert (done.code, done.error["code"]) == (5, "ReadOnly")


def test_the_busy_timeout(folder: Folder) -> None:
    folder.ok("init")
    folder.write("busy_timeout = 0\n")
    import apsw

    blocker = apsw.Connection("memtxn.db")
    blocker.execute("BEGIN IMMEDIATE")
    done = folder.run(*TOLD, "--json")
    assert (done.code, done.error["code"], done.error["retryable"]) == (4, "StorageBusy", True)
    blocker.close()


# -- wrong -------------------------------------------------------------------------------------------------

WRONG = [
    ("ulr = 'a.db'\n", 1, "unknown key 'ulr'; there are url, memory,"),
    ("path = 'a.db'\n", 1, "unknown key 'path'"),
    ("url = 'a.db'\n\nurl = 'b.db'\n", 3, "is no TOML"),
    ("url = \n", 1, "is no TOML"),
    ("# first\nurl = 5\n", 2, "url: expected `str | null`, got `int`"),
    ("memory = 5\n", 1, "memory: expected `array | null`, got `int`"),
    ("memory = ''\n", 1, "memory must be a label or a list of labels"),
    ("url = 'a.db'\nmemory = [1]\n", 2, "memory: expected `str`, got `int`"),
    ("memory = []\n", 1, "memory must be a label or a list of labels"),
    ("memory = ['']\n", 1, "memory must be a label or a list of labels"),
    ("principal = ''\n", 1, "principal must not be empty"),
    ("\nbusy_timeout = 1e9\n", 2, "busy_timeout must be from 0 to 3600 seconds"),
    ("busy_timeout = 'long'\n", 1, "busy_timeout: expected `float | null`, got `str`"),
    ("read_only = 1\n", 1, "read_only: expected `bool | null`, got `int`"),
    ("policy = 3\n", 1, "policy: expected `object | null`, got `int`"),
    ("[policy]\nmode = 'shadow'\nvalue_limt = 5\n", 3, "unknown key 'policy.value_limt'; there are mode,"),
    ("[policy]\n\nmode = 'lenient'\n", 3, "mode"),
    ("[policy]\nvalue_limit = 'big'\n", 2, "policy.value_limit: expected `int`, got `str`"),
    ("[policy]\nvalue_limit = -1\n", 2, "policy value_limit must be a whole number from 0"),
    ("policy.value_limit = -1\n", 1, "policy value_limit must be a whole number from 0"),
    ("[policy]\nauthority = 5\n", 2, "policy.authority: expected `object`, got `int`"),
    ("url = 'a.db'\n[policy.authority]\nweb = 'high'\n", 2, "policy.authority: expected `float`, got `str`"),
    ("[[policy]]\nmode = 'shadow'\n", 1, "policy: expected `object | null`, got `array`"),
    ("[policy]\nmode = 'shadow'\nzone = 'Mars'\n", 3, "policy zone must be an IANA name"),
    (
        "[[policy.provisions]]\nallow = true\nchanel = 'web'\n",
        3,
        "unknown key 'policy.provisions.chanel'; there are channel",
    ),
    ("[policy]\n[[policy.provisions]]\ntype = 'wish'\n", 2, "provision type 'wish' is no type of a belief"),
    ("[[policy.provisions]]\ndecisions = { too_large = 'admit' }\n", 1, "'too_large' counts under every policy"),
    (
        "[[policy.provisions]]\nmin_authority = 'x'\n",
        2,
        "policy.provisions.min_authority: expected `float | null`",
    ),
    ("[more]\nx = 1\n", 1, "unknown key 'more'"),
]


@pytest.mark.parametrize(("text", "line", "told"), WRONG, ids=[repr(text) for text, *_ in WRONG])
def test_what_is_wrong_is_named_with_its_line(folder: Folder, text: str, line: int | None, told: str) -> None:
    folder.ok("init")
    folder.write(text)
    for command in (("log",), TOLD, ("init", "other.db")):
        done = folder.run(*command, "--json")
        assert (done.code, done.error["code"]) == (2, "WrongConfig")
        message = done.error["message"]
        assert "memtxn.toml" in message
        assert told in message
        assert f"line {line}" in message or line is None
        assert "Correct the file" in done.error["advice"]
    assert not (folder.folder / "other.db").exists()


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x00", b"#" * 2_000_000, b"a = " + b"[" * 100_000])
def test_what_is_no_text_is_refused(folder: Folder, data: bytes) -> None:
    (folder.folder / NAME).write_bytes(data)
    done = folder.run("log", "--json")
    assert (done.code, done.error["code"]) == (2, "WrongConfig")


def test_a_file_that_is_not_there_is_refused_only_if_it_was_named(folder: Folder) -> None:
    folder.ok("init")
    for name in ("none.toml", "a\x00b", "x" * 5000, str(folder.folder)):
        if "\x00" not in name:
            folder.env = {"MEMTXN_CONFIG": name}
            done = folder.run("log", "--json")
            assert (done.code, done.error["code"]) == (2, "WrongConfig")


def test_a_link_to_nowhere_is_not_taken_for_no_file(folder: Folder) -> None:
    (folder.folder / NAME).symlink_to("nowhere")
    assert folder.run("log").code == 2


def test_help_works_with_a_wrong_file(folder: Folder) -> None:
    folder.write("nonsense\n")
    folder.ok("--help")
    folder.ok("log", "--help")
    folder.ok("--version")


# -- writing one -------------------------------------------------------------------------------------------


def test_init_writes_one_that_works(folder: Folder) -> None:
    done = folder.ok("init", "agent.db", "--config")
    assert done.out == "made the store agent.db\nwrote the settings memtxn.toml\n"
    folder.ok(*TOLD)
    assert folder.ok("log").out.startswith("memory 'default'")
    assert not (folder.folder / "memtxn.db").exists()


def test_init_leaves_one_that_is_there(folder: Folder) -> None:
    folder.write("# mine\n")
    done = folder.ok("init", "--config", "--json")
    assert done.json == {
        "path": "memtxn.db",
        "created": True,
        "config": "memtxn.toml",
        "config_created": False,
    }
    assert (folder.folder / NAME).read_text() == "# mine\n"


def test_a_folder_that_takes_no_file_is_told(folder: Folder) -> None:
    folder.env = {"MEMTXN_CONFIG": "no/such/folder.toml"}
    assert folder.run("init", "--config").code == 2


def test_the_template_explains_every_key_and_each_of_them_works(folder: Folder) -> None:
    keys = [line.removeprefix("# ").split(" =")[0] for line in TEMPLATE.splitlines() if " = " in line]
    assert [*keys[:8], "policy"] == list(KEYS) == [name for name in Config.__struct_fields__ if name != "path"]
    told = [line.removeprefix("# ") for line in TEMPLATE.splitlines()[3:]]
    folder.write("\n".join(told))
    folder.ok("init")
    folder.ok(*TOLD)


def test_cues_are_seen_from_the_folder_of_the_file(folder: Folder) -> None:
    (folder.folder / "sub").mkdir()
    pack = (
        'language = "en"\nname = "n"\nsource = "s"\nlicence = "l"\n[[cues]]\nfamily = "negation"\nscope = "own"\n'
    )
    (folder.folder / "sub" / "own.toml").write_text(f'{pack}phrases = "zilch"\n', "utf-8")
    (folder.folder / "sub" / "settings.toml").write_text('cues = ["own.toml"]\nurl = "../agent.db"\n', "utf-8")
    folder.env = {"MEMTXN_CONFIG": "sub/settings.toml"}
    folder.ok("init")
    done = folder.run("propose", "A/1", "x", "fish", "--text", "I eat fish zilch.")
    assert done.code == 1
    assert "negation_dropped" in done.out + done.err


def test_cues_that_are_no_paths_are_told_with_their_line(folder: Folder) -> None:
    folder.write('url = "agent.db"\ncues = [5]\n')
    done = folder.run("log")
    assert done.code == 2
    assert "memtxn.toml, line 2: cues" in done.err
