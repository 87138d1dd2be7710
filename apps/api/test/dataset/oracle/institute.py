# Three tables as an institute has them, and sixty questions in five languages with the plan that each is for. Values are made up by a fixed
# seed; no unit is converted by Heddle: a condition in another unit is written for pandas in that of its column.
import datetime
import random

import pandas as pd
from tables import column, mark, table

NE_TEX = 453.59237 / (840 * 0.9144) * 1000
CFM_MM_S = 304.8 / 60
OZ_YD2 = 453.59237 / 16 / (0.9144 * 0.9144)

FABRICS = {"poplin": 125, "twill": 230, "denim": 360, "canvas": 410, "satin": 130}
FIBERS = {"cotton": 4.0, "polyester": 6.8, "wool": 2.4, "linen": 4.5, "viscose": 2.9}
SUPPLIERS = ["台元", "Toray", "ไทยปั่นด้าย", "Phong Phú", "東洋紡"]
PRODUCTS = ["shirting", "workwear", "upholstery", "bedding"]


def choices(names):
    return [{"value": name} for name in sorted(names)]


def make_lots(rng):
    rows = []
    for number in range(1, 121):
        fiber = rng.choice(list(FIBERS))
        count = round(NE_TEX / rng.choice([10, 16, 20, 24, 30, 32, 40, 60]) * rng.uniform(0.97, 1.03), 2)
        tenacity = round(FIBERS[fiber] * 4.4 * rng.gauss(1, 0.07), 1)
        rows.append([f"L{number:03}", fiber, count, None if number % 23 == 0 else tenacity, rng.choice(SUPPLIERS)])
    return pd.DataFrame(rows, columns=["lot", "fiber", "count", "tenacity", "supplier"])


def make_limits(rng):
    rows = [
        [f"CNS {13_000 + index * 7}", PRODUCTS[index % 4], rng.choice([250, 400, 600, 800]), rng.choice([2.0, 3.0, 5.0]), rng.choice([3.0, 3.5, 4.0])]
        for index in range(12)
    ]
    return pd.DataFrame(rows, columns=["standard", "product", "warp", "shrinkage", "pilling"])


def make_tests(rng, lots, limits):
    rows, day = [], datetime.date(2025, 1, 2)
    for number in range(1, 2001):
        fabric, lot = rng.choice(list(FABRICS)), lots.iloc[rng.randrange(len(lots))]
        mass = round(FABRICS[fabric] * rng.uniform(0.85, 1.15), 1)
        warp = round(mass * FIBERS[lot["fiber"]] * rng.gauss(1, 0.1))
        shrinkage = round(abs(rng.gauss(2.4, 1.8)), 1)
        cycles = int(round(max(2_000, rng.gauss(32_000, 12_000)), -3))
        air = round(max(5.0, 9_000 / mass * rng.gauss(1, 0.3)), 1)
        standard = limits.iloc[rng.randrange(len(limits))]
        pilling = rng.choice([1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0])
        passed = warp >= standard["warp"] and shrinkage <= standard["shrinkage"] and pilling >= standard["pilling"]
        day += datetime.timedelta(days=rng.choice([0, 0, 0, 1]))
        rows.append(
            [f"T{number:04}", fabric, lot["fiber"], "unlisted" if number % 41 == 0 else lot["lot"], standard["standard"], mass]
            + [None if number % 29 == 0 else warp, shrinkage, cycles, pilling, air, day.isoformat(), passed]
        )
    names = ["sample", "fabric", "fiber", "lot", "standard", "mass", "warp", "shrinkage", "cycles", "pilling", "air", "day", "passed"]
    return pd.DataFrame(rows, columns=names)


def change_test(number, row):
    if row[7] < 0.5:
        row[7] = mark(0.5, "<")
    if row[8] > 50_000:
        row[8] = mark(50_000, ">")
    if number % 37 == 5:
        row[10] = mark(None, "n.d.")


def make_institute_tables():
    rng = random.Random(20261127)
    lots, limits = make_lots(rng), make_limits(rng)
    tests = make_tests(rng, lots, limits)
    return [
        table(
            "fabric tests",
            [
                column("c1", "sample", "text", key=True),
                column("c2", "fabric", "choice", choices=choices(FABRICS)),
                column("c3", "fiber", "choice", choices=choices(FIBERS)),
                column("c4", "lot", "text"),
                column("c5", "standard", "text"),
                column("c6", "mass", "number", unit="g/m2"),
                column("c7", "warp strength", "number", unit="N"),
                column("c8", "shrinkage", "number", unit="%"),
                column("c9", "abrasion", "integer"),
                column("c10", "pilling", "number", unit="grade"),
                column("c11", "air permeability", "number", unit="mm/s"),
                column("c12", "day", "date"),
                column("c13", "passed", "boolean"),
            ],
            tests,
            ["stddev(c7) / mean(c7) * 100", "mean(c7) / mean(c6)"],
            {"c4": 1, "c5": 2},
            change_test,
        ),
        table(
            "yarn lots",
            [
                column("c1", "lot", "text", key=True),
                column("c2", "fiber", "choice", choices=choices(FIBERS)),
                column("c3", "count", "number", unit="tex"),
                column("c4", "tenacity", "number", unit="cN/tex"),
                column("c5", "supplier", "text"),
            ],
            lots,
            ["cv(c4)"],
        ),
        table(
            "limits of standards",
            [
                column("c1", "standard", "text", key=True),
                column("c2", "product", "choice", choices=choices(PRODUCTS)),
                column("c3", "warp strength", "integer", unit="N"),
                column("c4", "shrinkage", "number", unit="%"),
                column("c5", "pilling", "number", unit="grade"),
            ],
            limits,
        ),
    ]


def where(ref, op, value, unit=None):
    return {"column": ref, "op": op, "value": value, **({"unit": unit} if unit else {})}


def mean_of(ref, fn="mean"):
    return {"fn": fn, "column": ref}


COUNT = {"fn": "count"}
LANGUAGES = ["zhHant", "en", "ja", "th", "vi"]


def each_language(texts, values, plan, known=None):
    """One question in each language, each with its own values. `known` is the plan for pandas, where the first has units."""
    for language, text, value in zip(LANGUAGES, texts, values):
        value = value if isinstance(value, tuple) else (value,)
        asked = plan(*value)
        yield {"language": language, "question": text.format(*value), "plan": asked, "known": known(*value) if known else asked}


def make_questions():
    """By table: sixty questions."""
    f, b = list(FIBERS), list(FABRICS)
    of_tests = [
        each_language(
            ["經向強力超過 {} N、克重低於 {} g/m² 的布有哪些？", "Which fabrics hold more than {} N in warp at under {} g/m²?"]
            + ["たて強力が {} N 超、目付が {} g/m² 未満の生地は。", "ผ้าใดทนแรงดึงแนวด้ายยืนเกิน {} N และหนักน้อยกว่า {} g/m²", "Vải nào có lực kéo đứt dọc trên {} N và nhẹ hơn {} g/m²?"],
            [(800, 200), (900, 180), (700, 150), (1000, 250), (850, 140)],
            lambda n, g: {
                "select": ["c1", "c2", "c7", "c6"],
                "where": [where("c7", "gt", n), where("c6", "lt", g)],
                "order_by": [{"column": "c7", "direction": "desc"}],
                "limit": 40,
            },
        ),
        each_language(
            ["{0} 在 {1} 到 {2} 之間有幾件不合格？", "How many {0} samples failed from {1} to {2}?", "{1} から {2} までに不合格だった {0} は何点。"]
            + ["{0} ที่ไม่ผ่านระหว่าง {1} ถึง {2} มีกี่ตัวอย่าง", "Có bao nhiêu mẫu {0} không đạt từ {1} đến {2}?"],
            [(each, f"2025-0{i}-01", f"2026-0{i + 1}-28") for i, each in enumerate(b, 1)],
            lambda fabric, start, end: {
                "where": [where("c2", "eq", fabric), where("c13", "eq", False), where("c12", "between", [start, end])],
                "aggregates": [COUNT],
            },
        ),
        each_language(
            ["{} 依纖維的最高經向強力？", "Highest warp strength of {} by fiber?", "{} の繊維別の最大たて強力は。"]
            + ["แรงดึงแนวด้ายยืนสูงสุดของ {} ตามเส้นใย", "Lực kéo đứt dọc cao nhất của {} theo xơ?"],
            b,
            lambda fabric: {
                "where": [where("c2", "eq", fabric)],
                "group_by": ["c3"],
                "aggregates": [mean_of("c7", "max"), COUNT],
                "order_by": [{"fn": "max", "column": "c7", "direction": "desc"}],
            },
        ),
        each_language(
            ["經向強力至少 {} kN 的有幾件？", "How many samples hold at least {} kN in warp?", "たて強力が {} kN 以上のものは何点。"]
            + ["ตัวอย่างที่ทนแรงดึงแนวด้ายยืนอย่างน้อย {} kN มีกี่ตัวอย่าง", "Bao nhiêu mẫu có lực kéo đứt dọc từ {} kN trở lên?"],
            [0.8, 1.25, 0.5, 2, 1.6],
            lambda n: {"where": [where("c7", "ge", n, "kN")], "aggregates": [COUNT, mean_of("c6")]},
            lambda n: {"where": [where("c7", "ge", n * 1000)], "aggregates": [COUNT, mean_of("c6")]},
        ),
        each_language(
            ["克重超過 {0} oz/yd²、透氣度低於 {1} cfm/ft² 的平均縮水率？", "Mean shrinkage above {0} oz/yd² and below {1} cfm/ft²?"]
            + ["目付 {0} oz/yd² 超、通気度 {1} cfm/ft² 未満の収縮率の平均は。", "การหดตัวเฉลี่ยของผ้าที่หนักเกิน {0} oz/yd² และอากาศผ่านน้อยกว่า {1} cfm/ft²"]
            + ["Độ co trung bình của vải trên {0} oz/yd² và dưới {1} cfm/ft²?"],
            [(4, 10), (6, 8), (8, 6), (10, 5), (3, 20)],
            lambda oz, cfm: {"where": [where("c6", "gt", oz, "oz/yd2"), where("c11", "lt", cfm, "cfm/ft2")], "aggregates": [mean_of("c8"), COUNT]},
            lambda oz, cfm: {"where": [where("c6", "gt", oz * OZ_YD2), where("c11", "lt", cfm * CFM_MM_S)], "aggregates": [mean_of("c8"), COUNT]},
        ),
        each_language(
            ["樣品多於 {} 件的布種，縮水率中位數？", "Median shrinkage of the fabrics with more than {} samples?", "試料が {} 点を超える生地の収縮率の中央値は。"]
            + ["มัธยฐานการหดตัวของผ้าที่มีมากกว่า {} ตัวอย่าง", "Trung vị độ co của các loại vải có hơn {} mẫu?"],
            [390, 400, 380, 405, 395],
            lambda n: {"group_by": ["c2"], "aggregates": [mean_of("c8", "median"), COUNT], "having": [{"fn": "count", "op": "gt", "value": n}]},
        ),
        each_language(
            ["紗強度超過 {} cN/tex 的批，各纖維平均經向強力？", "Mean warp strength by fiber for lots of more than {} cN/tex?", "糸の強度が {} cN/tex を超えるロットの、繊維別の平均たて強力は。"]
            + ["แรงดึงเฉลี่ยตามเส้นใยของล็อตที่เส้นด้ายแข็งแรงกว่า {} cN/tex", "Lực kéo đứt dọc trung bình theo xơ của các lô sợi trên {} cN/tex?"],
            [18, 12, 20, 25, 15],
            lambda n: {"where": [where("c4.c4", "gt", n)], "group_by": ["c3"], "aggregates": [mean_of("c7"), mean_of("c4.c4", "min")]},
        ),
        each_language(
            ["適用 {} 標準的樣品中幾件合格？", "How many samples pass by a standard for {}?", "{} の規格で合格した試料は何点。"]
            + ["ตัวอย่างตามมาตรฐานของ {} ผ่านกี่ตัวอย่าง", "Bao nhiêu mẫu đạt theo tiêu chuẩn của {}?"],
            [*PRODUCTS, "shirting"],
            lambda product: {"where": [where("c5.c2", "eq", product), where("c13", "eq", True)], "aggregates": [COUNT, mean_of("c5.c3", "max")]},
        ),
        each_language(
            ["{} 各布種的經向強力變異係數？", "Variation of the warp strength of {} by fabric?", "{} の生地別のたて強力の変動係数は。"]
            + ["สัมประสิทธิ์ความแปรผันของแรงดึงแนวด้ายยืนของ {} ตามชนิดผ้า", "Hệ số biến thiên lực kéo đứt dọc của {} theo loại vải?"],
            f,
            lambda fiber: {"select": ["m1", "m2"], "where": [where("c3", "eq", fiber)], "group_by": ["c2"]},
        ),
        each_language(
            ["起毛球低於 {0} 級或縮水率超過 {1} % 的有幾件？", "How many have a pilling grade under {0} or shrink more than {1} %?", "ピリングが {0} 級未満、または収縮率が {1} % 超のものは何点。"]
            + ["ตัวอย่างที่เม็ดขุยต่ำกว่าระดับ {0} หรือหดเกิน {1} % มีกี่ตัวอย่าง", "Bao nhiêu mẫu có cấp vón hạt dưới {0} hoặc co quá {1} %?"],
            [(3, 5), (2.5, 4), (3.5, 6), (2, 3), (4, 5)],
            lambda grade, percent: {"any_of": [[where("c10", "lt", grade)], [where("c8", "gt", percent)]], "aggregates": [COUNT, mean_of("c8")]},
        ),
    ]
    of_lots = [
        each_language(
            ["比 Ne {} 更細的紗平均強度？", "Mean tenacity of the yarns finer than Ne {}?", "Ne {} より細い糸の平均強度は。"]
            + ["ความแข็งแรงเฉลี่ยของเส้นด้ายที่ละเอียดกว่า Ne {}", "Độ bền trung bình của sợi mảnh hơn Ne {}?"],
            [30, 20, 40, 16, 24],
            lambda n: {"where": [where("c3", "gt", n, "Ne")], "aggregates": [mean_of("c4"), COUNT]},
            lambda n: {"where": [where("c3", "lt", NE_TEX / n)], "aggregates": [mean_of("c4"), COUNT]},
        ),
        each_language(
            ["{} 供應幾批，強度第 10 與第 90 百分位數？", "How many lots are from {}, and their 10th and 90th percentile of tenacity?", "{} のロット数と、強度の 10・90 パーセンタイルは。"]
            + ["{} ส่งกี่ล็อต และเปอร์เซ็นไทล์ที่ 10 กับ 90 ของความแข็งแรง", "{} có bao nhiêu lô, bách phân vị 10 và 90 của độ bền?"],
            SUPPLIERS,
            lambda supplier: {"where": [where("c5", "eq", supplier)], "aggregates": [COUNT, mean_of("c4", "p10"), mean_of("c4", "p90")]},
        ),
    ]
    return [(0, one) for group in of_tests for one in group] + [(1, one) for group in of_lots for one in group]
