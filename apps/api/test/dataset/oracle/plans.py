# Makes plans over the tables, by a fixed seed.
import random

from by_pandas import CALCULATING
from tables import NUMERIC, find

rng = random.Random(32)


def some_condition(tables, number, refs):
    ref = rng.choice(refs)
    spec = find(tables, number, ref)
    first, _, second = ref.partition(".")
    owner = tables[tables[number]["links"][first]] if second else tables[number]
    index = next(i for i, each in enumerate(owner["columns"]) if each["id"] == (second or first))
    values = [value["number"] if isinstance(value, dict) else value for row in owner["rows"] if (value := row[index]) is not None]
    values = [value for value in values if value is not None]
    if rng.random() < 0.08:
        return {"column": ref, "op": "is_null", "value": rng.random() < 0.5}
    if spec["type"] == "boolean":
        return {"column": ref, "op": rng.choice(["eq", "ne"]), "value": rng.random() < 0.5}
    if spec["type"] in ("text", "choice"):
        op = rng.choice(["eq", "ne", "in", "contains"])
        value = rng.choice(values)
        written = value.upper() if rng.random() < 0.3 and spec["type"] == "text" else value
        if op == "contains":
            start = rng.randrange(len(value))
            return {"column": ref, "op": op, "value": value[start : start + 3].strip() or value}
        return {"column": ref, "op": op, "value": rng.sample(sorted(set(values)), min(2, len(set(values)))) if op == "in" else written}
    op = rng.choice(["eq", "ne", "lt", "le", "gt", "ge", "lt", "gt", "between", "between", "in"])
    if op == "between":
        return {"column": ref, "op": op, "value": sorted(rng.sample(sorted(set(values)), 2))}
    if op == "in":
        return {"column": ref, "op": op, "value": rng.sample(values, 3)}
    value = rng.choice(values)
    return {"column": ref, "op": op, "value": value + 0.05 if isinstance(value, float) and rng.random() < 0.3 else value}


def some_plan(tables, number):
    spec = tables[number]
    linked = [f"{ref}.{each['id']}" for ref, target in spec["links"].items() for each in tables[target]["columns"]]
    refs = [each["id"] for each in spec["columns"]] + linked
    numbers = [ref for ref in refs if find(tables, number, ref)["type"] in NUMERIC]
    keys = [ref for ref in refs if find(tables, number, ref)["type"] != "number"] + (["c3"] if spec["name"] == "ToothGrowth" else [])
    if spec["name"] == "ToothGrowth":
        keys.append("c1")
    plan = {}
    count = rng.choice([0, 1, 1, 2])
    if count:
        plan["where"] = [some_condition(tables, number, refs) for _ in range(count)]
    if rng.random() < 0.2:
        plan["any_of"] = [[some_condition(tables, number, refs) for _ in range(rng.choice([1, 2]))] for _ in range(2)]
    if rng.random() < 0.25:
        plan["select"] = rng.sample(refs, min(len(refs), rng.randint(1, 4)))
        if rng.random() < 0.8:
            plan["order_by"] = [
                {"column": ref, "direction": rng.choice(["asc", "desc"])} for ref in rng.sample(refs, min(len(refs), rng.randint(1, 3)))
            ]
    else:
        if rng.random() < 0.75:
            plan["group_by"] = rng.sample(keys, min(len(keys), rng.choice([1, 1, 2, 3])))
            plan["group_by"] = list(dict.fromkeys(plan["group_by"]))
        used = {}
        for _ in range(rng.randint(1, 4)):
            if rng.random() < 0.2:
                used["count", None] = True
            else:
                date_or_text = rng.choice(refs)
                typed = find(tables, number, date_or_text)["type"]
                ref = rng.choice(numbers)
                if rng.random() < 0.2:
                    used[rng.choice(["count", "count_distinct"] + (["min", "max"] if typed == "date" else [])), date_or_text] = True
                else:
                    used[rng.choice(["count", "count_distinct", *CALCULATING]), ref] = True
        plan["aggregates"] = [{"fn": fn, **({"column": ref} if ref else {})} for fn, ref in used]
        if rng.random() < 0.25:
            plan["select"] = [rng.choice(spec["measures"])["id"]]
        if rng.random() < 0.2 and "group_by" in plan:
            plan["having"] = (
                [{"fn": "count", "op": "ge", "value": rng.randint(2, 6)}]
                if rng.random() < 0.5
                else [
                    {
                        "fn": rng.choice(["mean", "sum", "max"]),
                        "column": rng.choice(numbers),
                        "op": rng.choice(["gt", "lt"]),
                        "value": rng.choice([10, 25, 60, 200]),
                    }
                ]
            )
        if rng.random() < 0.6 and "group_by" in plan:
            options = (
                [{"column": ref} for ref in plan["group_by"]]
                + [dict(each) for each in plan["aggregates"]]
                + [{"column": ref} for ref in plan.get("select", [])]
            )
            plan["order_by"] = [
                {**each, "direction": rng.choice(["asc", "desc"])} for each in rng.sample(options, min(len(options), rng.randint(1, 2)))
            ]
    if rng.random() < 0.5:
        plan["limit"] = rng.choice([1, 3, 5, 10, 200])
    return plan


def plans_at_bounds(tables):
    """Every comparison at, below and above each bound of a censored column."""
    for number, each in enumerate(tables):
        for index, spec in enumerate(each["columns"]):
            bounds = sorted({value["number"] for row in each["rows"] if isinstance(value := row[index], dict) and value["mark"] in "<>≤≥"})
            for bound in bounds:
                for op in ("eq", "ne", "lt", "le", "gt", "ge", "between", "in"):
                    for value in (bound - 0.5, bound, bound + 0.5):
                        written = [value, value + 20] if op == "between" else [value] if op == "in" else value
                        yield number, {"select": [spec["id"]], "where": [{"column": spec["id"], "op": op, "value": written}], "limit": 200}
