# The tables as frames, with the interval of each number: all that is known of it.
import math

import pandas as pd
from tables import NUMERIC

INF = math.inf


def interval(value):
    """Low end, whether it is left out, high end, whether that is."""
    if not isinstance(value, dict):
        return (value, False, value, False)
    number, sign = value["number"], value["mark"]
    return {
        "<": (-INF, True, number, True),
        "≤": (-INF, True, number, False),
        ">": (number, True, INF, True),
        "≥": (number, False, INF, True),
        "±": (number, False, number, False),
        "n.d.": (-INF, True, INF, True),
    }[sign]


def to_key(text):
    return " ".join(text.lower().split())


def load(tables):
    """Per table a frame: of each column its value, key and mark, and of numbers their interval. Linked columns are among them."""
    frames = []
    for each in tables:
        frame = {"row_no": range(1, len(each["rows"]) + 1)}
        for index, spec in enumerate(each["columns"]):
            cells = [row[index] for row in each["rows"]]
            ref = spec["id"]
            if spec["type"] in NUMERIC:
                ends = [interval(value) if value is not None else (None,) * 4 for value in cells]
                frame[ref] = pd.array([value["number"] if isinstance(value, dict) else value for value in cells], dtype="Float64")
                frame[f"{ref}|mark"] = [value["mark"].replace("±", "") if isinstance(value, dict) else "" for value in cells]
                for name, at in (("lo", 0), ("hi", 2)):
                    frame[f"{ref}|{name}"] = pd.array([end[at] for end in ends], dtype="Float64")
                    frame[f"{ref}|{name}_open"] = [bool(end[at + 1]) for end in ends]
            else:
                frame[ref] = cells
                frame[f"{ref}|key"] = [to_key(value) if isinstance(value, str) else value for value in cells]
        frames.append(pd.DataFrame(frame))
    plain = list(frames)
    for own, each in enumerate(tables):
        joined = plain[own]
        for ref, number in each["links"].items():
            key = next(spec["id"] for spec in tables[number]["columns"] if spec.get("key"))
            linked = plain[number].drop(columns="row_no").add_prefix(f"{ref}.")
            joined = joined.merge(linked, how="left", left_on=f"{ref}|key", right_on=f"{ref}.{key}|key")
            for name in joined.columns:
                if name.endswith(("_open", "|mark")):
                    joined[name] = joined[name].astype(object).where(joined[name].notna(), "" if name.endswith("mark") else False)
                    joined[name] = joined[name].astype(bool if name.endswith("_open") else object)
        frames[own] = joined
    return frames
