"""Persons: types of entities that are persons."""

from __future__ import annotations

from memtxn.core.admission.word_set import word_set

PERSON_TYPES = word_set("""
    person user employee patient customer client member contact character friend child colleague student
    people human guest player author manager
    athlete teammate classmate teacher tutor nurse doctor musician singer actor dancer painter chef volunteer
    candidate applicant interviewee trainee intern apprentice pupil tenant landlord resident passenger pilot
    lawyer parent relative neighbour neighbor roommate flatmate coworker worker kid infant adult attendee
    participant traveller traveler swimmer cyclist subscriber
    用户 客户 员工 患者 人 人物 角色 学生 孩子 会员 老师 教师 医生 护士 同事 同学 朋友 家长 居民 乘客 司机
    运动员 教练 队员 演员 歌手 志愿者 房东 租客 邻居 亲戚 病人 顾客 选手 学员 家人 成员
""")
"""Types of entities that are persons unless declared otherwise."""
