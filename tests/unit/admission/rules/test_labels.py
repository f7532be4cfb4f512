"""Labels before a colon or a dash, headings above lists, verdicts behind: what they say counts for all of it."""

from __future__ import annotations

from tests.unit.admission.rules.table import Row, table


@table("""
Not true: the visit is on 12 May. | Visit/1/date | 12 May | negation_dropped
It is not true: the router is broken. | Router/router/status | broken | negation_dropped
That is false: the router is broken. | Router/router/status | broken | negation_dropped
False: the router is broken. | Router/router/status | broken | negation_dropped
Wrong: the router is broken. | Router/router/status | broken | negation_dropped
Cancelled: router swap on Monday. | Swap/s/day | Monday | negation_dropped
Maybe: the router is broken. | Router/router/status | broken | hedge_dropped
Possibly: the router is broken. | Router/router/status | broken | hedge_dropped
Probably: the router is broken. | Router/router/status | broken | hedge_dropped
Rumour: the router is broken. | Router/router/status | broken | hedge_dropped
My guess: the router is broken. | Router/router/status | broken | hedge_dropped
Planned: router swap on Monday. | Swap/s/day | Monday | hedge_dropped
Perhaps — the router is broken. | Router/router/status | broken | hedge_dropped
Maybe... the router is broken. | Router/router/status | broken | hedge_dropped
Not confirmed - the parcel is in Leeds. | Parcel/parcel/city | Leeds | hedge_dropped
Not confirmed - the parcel is in Leeds. | Parcel/parcel/weight_class | parcel | hedge_dropped
Formerly: the office is in Leeds. | Office/office/city | Leeds | ended_state
可能：路由器在上海。 | Router/路由器/城市 | 上海 | hedge_dropped
不是真的：路由器在上海。 | Router/路由器/城市 | 上海 | negation_dropped
未确认：包裹在上海。 | Parcel/包裹/城市 | 上海 | hedge_dropped
已取消：周一换路由器。 | Swap/s/日期 | 周一 | negation_dropped
# --- labels that say nothing of it
Note: the router is broken. | Router/router/status | broken | ok
Not urgent: the router is broken. | Router/router/status | broken | ok
No: the router is broken. | Router/router/status | broken | ok
Good news: the router is in Leeds. | Router/router/city | Leeds | ok
Confirmed: the router is in Leeds. | Router/router/city | Leeds | ok
True: the router is in Leeds. | Router/router/city | Leeds | ok
Not needed - the router is in Leeds. | Router/router/city | Leeds | ok
备注：路由器在上海。 | Router/路由器/城市 | 上海 | ok
Wrong: the router is in Leeds; it is in York. | Router/router/city | York | ok
""")
def test_a_label_counts_for_what_it_stands_before(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
The visit is on 12 May: not true. | Visit/1/date | 12 May | negation_dropped
The router is in Leeds - not true. | Router/router/city | Leeds | negation_dropped
The router is in Leeds, not confirmed. | Router/router/city | Leeds | negation_dropped/hedge_dropped
The router is in Leeds. Or maybe not. | Router/router/city | Leeds | hedge_dropped
The router is in Leeds. Or maybe York. | Router/router/city | Leeds | hedge_dropped
The router is in Leeds. Maybe we should paint the hall in March. | Router/router/city | Leeds | ok
The router is in Leeds, not York. | Router/router/city | Leeds | ok
""")
def test_a_verdict_behind_counts_for_what_stands_before(row: Row) -> None:
    assert row.holds(), row.got()


@table(r"""
Not included: power adapter, cable. | Box/b/included | power adapter | negation_dropped
Not included: power adapter, cable. | Box/b/included | cable | negation_dropped
Included: power adapter, cable. | Box/b/included | cable | ok
Not supported: Windows 10, Windows 11. | App/a/supported_os | Windows 11 | negation_dropped
We do not sell:\n- keyboards\n- mice | Shop/s/sells | keyboards | negation_dropped
We do not sell:\n- keyboards\n- mice | Shop/s/sells | mice | negation_dropped
We do not sell:\nkeyboards\nmice | Shop/s/sells | mice | negation_dropped
We sell:\n- keyboards\n- mice | Shop/s/sells | mice | ok
We do not sell:\n- keyboards\n\nWe buy:\n- mice | Shop/s/buys | mice | ok
Maybe:\n- the router is in Leeds | Router/router/city | Leeds | hedge_dropped
I do not get it:\nthe router is in Leeds | Router/router/city | Leeds | ok
不支持：Windows 10、Windows 11。 | App/a/supported_os | Windows 11 | negation_dropped
我们不卖：\n- 键盘\n- 鼠标 | Shop/s/出售 | 鼠标 | negation_dropped
我们卖：\n- 键盘\n- 鼠标 | Shop/s/出售 | 鼠标 | ok
""")
def test_a_heading_counts_for_its_list(row: Row) -> None:
    assert row.holds(), row.got()


@table("""
路由器坏了，订单号是88301。 | Order/o/订单号 | 88301 | ok
路由器坏了，地址是上海。 | Customer/c/地址 | 上海 | ok
以前，我住上海。 | 城市 | 上海 | ended_state
""")
def test_a_broken_thing_ends_nothing_else(row: Row) -> None:
    assert row.holds(), row.got()
