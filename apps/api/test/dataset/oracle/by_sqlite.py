# Answers a plan by SQLite, over the frames and their intervals.
import math
import sqlite3

import pandas as pd
from frames import to_key
from tables import NUMERIC, find

IN_SQLITE = {"count", "count_distinct", "sum", "mean", "min", "max"}


def connect(frames):
    connection = sqlite3.connect(":memory:")
    for number, frame in enumerate(frames):
        plain = frame.copy()
        for name in plain.columns:
            plain[name] = [
                (
                    None
                    if value is pd.NA or (isinstance(value, float) and math.isnan(value))
                    else (int(value) if isinstance(value, bool) else value)
                )
                for value in plain[name].astype(object)
            ]
        names = ", ".join(f'"{name}"' for name in plain.columns)
        connection.execute(f"CREATE TABLE x{number} ({names})")
        connection.executemany(
            f"INSERT INTO x{number} VALUES ({', '.join('?' * len(plain.columns))})", plain.astype(object).values.tolist()
        )
    return connection


def condition_sql(spec, condition, values):
    ref, op, value = condition["column"], condition["op"], condition.get("value")

    def add(x):
        values.append(to_key(x) if isinstance(x, str) and spec["type"] != "date" else x)
        return "?"

    if spec["type"] in NUMERIC:
        lo, hi, lo_open, hi_open = (f'"{ref}|{name}"' for name in ("lo", "hi", "lo_open", "hi_open"))
        below = lambda: f"({hi} < {add(value)} OR ({hi} = {add(value)} AND {hi_open}))"
        above = lambda: f"({lo} > {add(value)} OR ({lo} = {add(value)} AND {lo_open}))"
        if op == "is_null":
            return f"{lo} IS {'' if value is not False else 'NOT '}NULL"
        if op == "in":
            return f"({lo} = {hi} AND {lo} IN ({', '.join(add(x) for x in value)}))"
        if op == "between":
            return f"({lo} >= {add(value[0])} AND {hi} <= {add(value[1])})"
        return {
            "eq": lambda: f"({lo} = {add(value)} AND {hi} = {add(value)})",
            "lt": below,
            "gt": above,
            "le": lambda: f"{hi} <= {add(value)}",
            "ge": lambda: f"{lo} >= {add(value)}",
            "ne": lambda: f"({below()} OR {above()})",
        }[op]()
    key = f'"{ref}|key"'
    if op == "is_null":
        return f"{key} IS {'' if value is not False else 'NOT '}NULL"
    if op == "contains":
        return f"instr({key}, {add(value)}) > 0"
    if op == "in":
        return f"{key} IN ({', '.join(add(x) for x in value)})"
    if op == "between":
        return f"{key} BETWEEN {add(value[0])} AND {add(value[1])}"
    return f"{key} {dict(eq='=', ne='<>', lt='<', le='<=', gt='>', ge='>=')[op]} {add(value)}"


def where_sql(tables, number, plan, values):
    all_of = lambda conditions: " AND ".join(condition_sql(find(tables, number, each["column"]), each, values) for each in conditions)
    parts = [all_of(plan["where"])] if plan.get("where") else []
    if plan.get("any_of"):
        parts.append("(" + " OR ".join(f"({all_of(conditions)})" for conditions in plan["any_of"]) + ")")
    return f"WHERE {' AND '.join(parts)}" if parts else ""


def aggregate_sql(spec, fn, ref):
    if ref is None:
        return "count(*)"
    if spec["type"] not in NUMERIC:
        return {
            "count": f'count("{ref}|key")',
            "count_distinct": f'count(DISTINCT "{ref}|key")',
            "min": f'min("{ref}|key")',
            "max": f'max("{ref}|key")',
        }[fn]
    if fn == "count":
        return f'count("{ref}|lo")'
    if fn == "count_distinct":
        return f"""count(DISTINCT "{ref}|lo" || '/' || "{ref}|hi" || '/' || "{ref}|lo_open" || '/' || "{ref}|hi_open")"""
    return f"""{'avg' if fn == 'mean' else fn}("{ref}") FILTER (WHERE "{ref}|mark" = '')"""


def answer_sqlite(connection, tables, number, plan):
    """Returns rows, or None where SQLite lacks a function or the plan has a measure."""
    values = []
    spec = lambda ref: ref and find(tables, number, ref)
    numeric = lambda ref: spec(ref)["type"] in NUMERIC
    direction = lambda each: "DESC" if each.get("direction") == "desc" else "ASC"
    used = [*plan.get("aggregates", []), *plan.get("having", []), *[each for each in plan.get("order_by", []) if each.get("fn")]]
    if any(each.get("fn") not in IN_SQLITE for each in used) or any(ref.startswith("m") for ref in plan.get("select", [])):
        return None
    if any((each.get("column") or "").startswith("m") for each in [*plan.get("order_by", []), *plan.get("having", [])]):
        return None
    where = where_sql(tables, number, plan, values)
    limit = plan.get("limit", 50)
    if "aggregates" not in plan and "group_by" not in plan:
        shown = ", ".join(f'"{ref}"' for ref in plan["select"])
        order = [
            f'"{each["column"]}{"" if numeric(each["column"]) else "|key"}" {direction(each)} NULLS LAST'
            for each in plan.get("order_by", [])
        ]
        return connection.execute(
            f"SELECT {shown} FROM x{number} {where} ORDER BY {', '.join([*order, 'row_no'])} LIMIT {limit}", values
        ).fetchall()
    refs = plan.get("group_by", [])
    by = [name for ref in refs for name in ((f'"{ref}"', f"""nullif("{ref}|mark", '')""") if numeric(ref) else (f'"{ref}|key"',))]
    shown = [f'"{ref}"' if numeric(ref) else f'min("{ref}")' for ref in refs] + [
        aggregate_sql(spec(each.get("column")), each["fn"], each.get("column")) for each in plan.get("aggregates", [])
    ]
    having = []
    for each in plan.get("having", []):
        target = aggregate_sql(spec(each.get("column")), each["fn"], each.get("column"))
        having.append(
            f"{target} BETWEEN ? AND ?" if each["op"] == "between" else f"{target} {dict(lt='<', le='<=', gt='>', ge='>=')[each['op']]} ?"
        )
        values.extend(each["value"] if isinstance(each["value"], list) else [each["value"]])
    order = []
    for each in plan.get("order_by", []):
        if each.get("fn"):
            order.append(f"{aggregate_sql(spec(each.get('column')), each['fn'], each.get('column'))} {direction(each)} NULLS LAST")
        else:
            ref = each["column"]
            order += [
                f"{name} {direction(each)} NULLS LAST"
                for name in ((f'"{ref}"', f"""nullif("{ref}|mark", '')""") if numeric(ref) else (f'"{ref}|key"',))
            ]
    order += [f"{name} NULLS LAST" for name in by]
    text = f"SELECT {', '.join(shown)} FROM x{number} {where}"
    if refs:
        text += f" GROUP BY {', '.join(by)}" + (f" HAVING {' AND '.join(having)}" if having else "")
    elif having:
        text += f" HAVING {' AND '.join(having)}"
    return connection.execute(f"{text} {'ORDER BY ' + ', '.join(order) if order else ''} LIMIT {limit}", values).fetchall()
