"""The contract suite is a library here, and its assertions must still explain themselves."""

import pytest

pytest.register_assert_rewrite("memtxn.testkit.storage_contract", "memtxn.testkit.storage_machine")
