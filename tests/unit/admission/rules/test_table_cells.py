"""Cells of a table: the row is the entity's, the column the attribute's."""

from __future__ import annotations

import pytest

from tests.unit.admission.rules.table import verdict

HOSTS = "| host | admin | room |\n|---|---|---|\n| alpha | Edda | 12 |\n| beta | Milo | 14 |"
STOCK = "我们的库存：\n| 品名 | 数量 |\n|---|---|\n| 瓷砖 | 四十 |\n| 水泥 | 六袋 |"


@pytest.mark.parametrize(
    ("host", "attribute", "value"),
    [("alpha", "admin", "Edda"), ("beta", "admin", "Milo"), ("beta", "room", "14"), ("beta", "keeper", "Milo")],
)
def test_the_cell_of_its_row_and_column(host: str, attribute: str, value: str) -> None:
    assert verdict(HOSTS, value, key=("Host", host, attribute)) == ()


@pytest.mark.parametrize(
    ("host", "attribute", "value"),
    [
        ("alpha", "admin", "Milo"),
        ("beta", "admin", "Edda"),
        ("alpha", "room", "14"),
        ("alpha", "admin", "12"),
        ("beta", "room", "Milo"),
        ("alpha", "keeper", "Milo"),
    ],
)
def test_the_cell_of_another(host: str, attribute: str, value: str) -> None:
    assert "spliced" in verdict(HOSTS, value, key=("Host", host, attribute))


def test_chinese_rows() -> None:
    assert verdict(STOCK, "六袋", key=("Item", "水泥", "数量")) == ()
    assert "spliced" in verdict(STOCK, "六袋", key=("Item", "瓷砖", "数量"))
