#!/usr/bin/env python3
"""Adds members and their unanswered questions to a SQLite database: fill-inbox.py DATABASE QUESTIONS"""

import sqlite3
import sys
import time

# A member has at most 20 open conversations.
QUESTIONS_OF_A_MEMBER = 15
FIRST_ID = 10**15
DAY = 86_400
SUBJECTS = ["封面打不开", "付款后没有开通", "磁链下载很慢", "请求收录", "在线播放会卡", "激活码提示无效", "搜不到想看的作品"]

database, questions = sys.argv[1], int(sys.argv[2])
now = int(time.time())
members = -(-questions // QUESTIONS_OF_A_MEMBER)
joined = now - 90 * DAY
with sqlite3.connect(database) as connection:
    for at in range(members):
        name = f"asker_{at:05}"
        connection.execute(
            "INSERT INTO users (id, name, name_key, email, password_hash, created_at, updated_at)"
            " VALUES (?, ?, ?, ?, '', ?, ?)",
            (FIRST_ID + at, name, name, f"{name}@example.org", joined, joined),
        )
    for at in range(questions):
        # The first one waits for a month, the last one since just now.
        asked = now - 30 * DAY + at * 30 * DAY // questions
        text = f"第 {at + 1} 个问题：{SUBJECTS[at % len(SUBJECTS)]}，请帮忙看一下，谢谢。"
        connection.execute(
            "INSERT INTO messages (id, user_id, question, status, unread, entries, status_since, created_at, updated_at)"
            " VALUES (?, ?, ?, 0, FALSE, 1, ?, ?, ?)",
            (FIRST_ID + at, FIRST_ID + at % members, text, asked, asked, asked),
        )
        connection.execute(
            "INSERT INTO message_entries (id, message_id, kind, text, created_at) VALUES (?, ?, 0, ?, ?)",
            (FIRST_ID + at, FIRST_ID + at, text, asked),
        )
