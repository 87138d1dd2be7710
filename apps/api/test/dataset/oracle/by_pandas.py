# Answers a plan by pandas.
import math

import pandas as pd
from frames import to_key
from tables import NUMERIC, find

CALCULATING = ["sum", "mean", "median", "min", "max", "stddev", "cv", "p10", "p90"]


def holds(frame, spec, condition):
    ref, op, value = condition["column"], condition["op"], condition.get("value")
    if spec["type"] in NUMERIC:
        lo, hi, lo_open, hi_open = frame[f"{ref}|lo"], frame[f"{ref}|hi"], frame[f"{ref}|lo_open"], frame[f"{ref}|hi_open"]
        below = lambda x: (hi < x).fillna(False) | ((hi == x).fillna(False) & hi_open)
        above = lambda x: (lo > x).fillna(False) | ((lo == x).fillna(False) & lo_open)
        at_most = lambda x: (hi <= x).fillna(False)
        at_least = lambda x: (lo >= x).fillna(False)
        equal = lambda x: at_most(x) & at_least(x)
        if op == "is_null":
            missing = frame[f"{ref}|lo"].isna()
            return missing if condition.get("value", True) else ~missing
        if op == "in":
            return pd.concat([equal(x) for x in value], axis=1).any(axis=1)
        if op == "between":
            return at_least(value[0]) & at_most(value[1])
        return {"eq": equal, "lt": below, "le": at_most, "gt": above, "ge": at_least, "ne": lambda x: below(x) | above(x)}[op](
            value
        ).astype(bool)
    keys = frame[f"{ref}|key"]
    present = keys.notna()
    fold = lambda x: to_key(x) if isinstance(x, str) else x
    if op == "is_null":
        return ~present if condition.get("value", True) else present
    if op == "contains":
        return present & keys.astype(str).str.contains(to_key(value), regex=False)
    if op == "in":
        return present & keys.isin([fold(x) for x in value])
    if op == "between":
        return present & (keys >= value[0]).fillna(False) & (keys <= value[1]).fillna(False)
    compare = {"eq": keys.eq, "ne": keys.ne, "lt": keys.lt, "le": keys.le, "gt": keys.gt, "ge": keys.ge}
    if op in ("lt", "le", "gt", "ge"):
        result = pd.Series(False, index=keys.index)
        result[present] = getattr(keys[present], op)(fold(value))
        return result
    return present & compare[op](fold(value))


def select(frame, tables, number, plan):
    spec = lambda condition: find(tables, number, condition["column"])
    mask = pd.Series(True, index=frame.index)
    for condition in plan.get("where", []):
        mask &= holds(frame, spec(condition), condition)
    if plan.get("any_of"):
        any_mask = pd.Series(False, index=frame.index)
        for conditions in plan["any_of"]:
            all_mask = pd.Series(True, index=frame.index)
            for condition in conditions:
                all_mask &= holds(frame, spec(condition), condition)
            any_mask |= all_mask
        mask &= any_mask
    return frame[mask]


def aggregate(frame, spec, fn, ref):
    if ref is None:
        return float(len(frame))
    if spec["type"] not in NUMERIC:
        values = frame[f"{ref}|key"].dropna()
        if fn == "count":
            return float(len(values))
        if fn == "count_distinct":
            return float(values.nunique())
        return None if len(values) == 0 else getattr(values, fn)()
    written = frame[frame[f"{ref}|lo"].notna()]
    if fn == "count":
        return float(len(written))
    if fn == "count_distinct":
        return float(len(written[[ref, f"{ref}|mark"]].drop_duplicates()))
    values = written[written[f"{ref}|mark"] == ""][ref].astype(float)
    if len(values) == 0 or (fn in ("stddev", "cv") and len(values) < 2):
        return None
    if fn == "cv":
        return None if values.mean() == 0 else values.std(ddof=1) / values.mean() * 100
    return float(
        {"stddev": lambda: values.std(ddof=1), "p10": lambda: values.quantile(0.1), "p90": lambda: values.quantile(0.9)}.get(
            fn, lambda: getattr(values, fn)()
        )()
    )


def censored(frame, spec, fn, ref):
    if ref is None or spec["type"] not in NUMERIC or fn in ("count", "count_distinct"):
        return None
    return int((frame[f"{ref}|mark"] != "").sum())


class Measure:
    """A number that divides by zero to nothing, so that Python itself calculates the formula."""

    def __init__(self, value):
        self.value = value.value if isinstance(value, Measure) else value

    def _with(self, other, act):
        a, b = self.value, Measure(other).value
        return Measure(None if a is None or b is None else act(a, b))

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    def __truediv__(self, other):
        return self._with(other, lambda a, b: None if b == 0 else a / b)

    def __neg__(self):
        return Measure(None if self.value is None else -self.value)


def calculate(frame, tables, number, formula):
    class Refs:
        def __init__(self, ref):
            self.ref = ref

        def __getattr__(self, second):
            return f"{self.ref}.{second}"

    def call(fn):
        def run(ref=None):
            ref = ref.ref if isinstance(ref, Refs) else ref
            return Measure(aggregate(frame, ref and find(tables, number, ref), fn, ref))

        return run

    names = {spec["id"]: Refs(spec["id"]) for spec in tables[number]["columns"]}
    return eval(formula, {"__builtins__": {}}, {**names, **{fn: call(fn) for fn in ["count", "count_distinct", *CALCULATING]}}).value


def output(frame_row, spec, ref):
    value = frame_row[ref]
    if spec["type"] in NUMERIC:
        value = None if pd.isna(value) else float(value)
        sign = frame_row[f"{ref}|mark"]
        return {"number": value, "mark": sign} if sign else value
    return None if value is None or (isinstance(value, float) and math.isnan(value)) else value


def order_rows(rows, orders):
    """Sorts by several keys, nothing last: by the last key first, since each sort is stable."""
    for key, descending in reversed(orders):
        # `reverse` keeps the order of equal ones.
        filled = sorted((row for row in rows if key(row) is not None), key=key, reverse=descending)
        rows = filled + [row for row in rows if key(row) is None]
    return rows


def answer_pandas(frames, tables, number, plan):
    frame = select(frames[number], tables, number, plan)
    spec = lambda ref: ref and find(tables, number, ref)
    limit = plan.get("limit", 50)
    if "aggregates" not in plan and "group_by" not in plan and not any(ref.startswith("m") for ref in plan["select"]):
        records = frame.to_dict("records")
        sort_key = lambda ref: lambda row: (
            None
            if pd.isna(row[ref if spec(ref)["type"] in NUMERIC else f"{ref}|key"])
            else row[ref if spec(ref)["type"] in NUMERIC else f"{ref}|key"]
        )
        records = order_rows(records, [(sort_key(o["column"]), o.get("direction") == "desc") for o in plan.get("order_by", [])])
        cells = [[output(row, spec(ref), ref) for ref in plan["select"]] for row in records[:limit]]
        return {"rows": cells, "row_nos": [row["row_no"] for row in records[:limit]], "total": len(frame), "matched": len(frame)}
    refs = plan.get("group_by", [])
    by = [name for ref in refs for name in ((ref, f"{ref}|mark") if spec(ref)["type"] in NUMERIC else (f"{ref}|key",))]
    parts = [part for _, part in frame.groupby(by, dropna=False, sort=False)] if refs else [frame]
    measures = [ref for ref in plan.get("select", []) if ref.startswith("m")]
    formula = lambda ref: next(each["formula"] for each in tables[number]["measures"] if each["id"] == ref)

    def value(part, fn, ref):
        if fn is None and ref.startswith("m"):
            return calculate(part, tables, number, formula(ref))
        return aggregate(part, spec(ref), fn, ref)

    groups = []
    for part in parts:
        first = part.sort_values("row_no").iloc[0] if len(part) else None
        keys, sort_keys = [], []
        for ref in refs:
            numeric = spec(ref)["type"] in NUMERIC
            shown = output(first, spec(ref), ref) if numeric or spec(ref)["type"] == "boolean" else min(part[ref].dropna(), default=None)
            keys.append(shown)
            raw = first[ref if numeric else f"{ref}|key"]
            sort_keys.append((None if pd.isna(raw) else raw, first[f"{ref}|mark"] if numeric else ""))
        groups.append({"part": part, "keys": keys, "sort": sort_keys})
    for group in groups:
        group["values"] = [value(group["part"], None, ref) for ref in measures] + [
            value(group["part"], each["fn"], each.get("column")) for each in plan.get("aggregates", [])
        ]
        group["censored"] = [
            censored(group["part"], spec(each.get("column")), each["fn"], each.get("column")) for each in plan.get("aggregates", [])
        ]
    for condition in plan.get("having", []):
        kept = []
        for group in groups:
            number_value = value(group["part"], condition.get("fn"), condition.get("column"))
            bounds = condition["value"] if isinstance(condition["value"], list) else [condition["value"]]
            if (
                number_value is not None
                and any(abs(number_value - bound) <= 1e-6 * max(1, abs(bound)) for bound in bounds)
                and condition.get("fn") != "count"
            ):
                raise Tie
            if (
                number_value is not None
                and {
                    "gt": lambda: number_value > bounds[0],
                    "ge": lambda: number_value >= bounds[0],
                    "lt": lambda: number_value < bounds[0],
                    "le": lambda: number_value <= bounds[0],
                    "between": lambda: bounds[0] <= number_value <= bounds[-1],
                }[condition["op"]]()
            ):
                kept.append(group)
        groups = kept
    orders = []
    for each in plan.get("order_by", []):
        fn, ref, descending = each.get("fn"), each.get("column"), each.get("direction") == "desc"
        if fn is None and ref in refs:
            at = refs.index(ref)
            # A mark follows the number's own direction; plain numbers come before those with a mark only where nothing is last.
            orders.append((lambda group, at=at: group["sort"][at][0], descending))
            orders.append((lambda group, at=at: group["sort"][at][1] or None, descending))
        else:
            values = [value(group["part"], fn, ref) for group in groups]
            check_ties(values, fn)
            orders.append((lambda group, fn=fn, ref=ref: value(group["part"], fn, ref), descending))
    for at in range(len(refs)):
        orders.append((lambda group, at=at: group["sort"][at][0], False))
        orders.append((lambda group, at=at: group["sort"][at][1] or None, False))
    total_censored = [
        sum(each) if each and each[0] is not None else (0 if can_be_censored(spec, a) else None)
        for each, a in zip(
            zip(*[group["censored"] for group in groups]) if groups else [()] * len(plan.get("aggregates", [])), plan.get("aggregates", [])
        )
    ]
    groups = order_rows(groups, orders)
    return {
        "rows": [group["keys"] + group["values"] for group in groups[:limit]],
        "total": len(groups),
        "matched": len(frame),
        "censored": [None] * len(refs) + ["measure"] * len(measures) + total_censored,
    }


def can_be_censored(spec, each):
    return each.get("column") is not None and spec(each["column"])["type"] in NUMERIC and each["fn"] not in ("count", "count_distinct")


class Tie(Exception):
    """Two results so near that another order of additions exchanges them: no question with one right answer."""


def check_ties(values, fn):
    if fn in ("count", "count_distinct", "min", "max"):
        return
    known = sorted(value for value in values if value is not None)
    if any(abs(a - b) <= 1e-6 * max(1, abs(a)) for a, b in zip(known, known[1:])):
        raise Tie
