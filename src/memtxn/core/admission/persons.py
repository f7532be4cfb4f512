"""Persons: types of entities that are persons."""

from __future__ import annotations

from memtxn.core.admission.word_set import word_set

PERSON_TYPES = word_set("""
    person user employee patient customer client member contact character friend child colleague student
    people human guest player author manager 用户 客户 员工 患者 人 人物 角色 学生 孩子 会员
""")
"""Types of entities that are persons unless declared otherwise."""
