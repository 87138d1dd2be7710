// Plans that no one who asks a question would write, made of a table of kinds: what is written, and where.

export type HostilePlan = { readonly name: string; readonly plan: unknown }

const statements = [
  `'; DROP TABLE dataset_table.t1; --`,
  `" FROM dataset_table.t2; --`,
  `' OR 1 = 1 --`,
  `c1"; SELECT pg_sleep(30); --`,
  `' UNION SELECT secret FROM dataset_table.t2 --`,
  `$1); DELETE FROM dataset_table.t1; --`,
  `$$; SET ROLE postgres; $$`,
  `\\'; COPY dataset_table.t1 TO PROGRAM 'id'; --`,
  `(SELECT pg_read_file('/etc/passwd'))`,
  `{{c9}} \${values}`,
  `/* */ UNION /* */ SELECT /* */ 1`,
  `t2.c1 FROM dataset_table.t2 t2`,
]

/** Of what is not there or not theirs: other tables, a column that the published version has no more, what is stored beside a column. */
const foreignNames = [
  'c9',
  'c4.c9',
  'c1.c1',
  'c4.c1.c1',
  't2.c1',
  'dataset_table.t2',
  'l4.c1',
  'row_id',
  'row_no',
  'c1_key',
  'c2_mark',
  'ctid',
  'xmin',
]
const malformedNames = ['c0', 'c01', 'c99999', 'c-1', 'C1', 'm9', 'm1.c1', '', '*', '01930000-0000-7000-8000-000000000002']
/** What looks the same, and what JavaScript finds on every object. */
const deceptiveNames = [
  'с1',
  'ｃ1',
  'c１',
  'c1\u200b',
  'c1 ',
  'c1\0',
  'c1\n',
  'c\u03031',
  '__proto__',
  'constructor',
  'toString',
  'c4.constructor',
]
const names = [...foreignNames, ...malformedNames, ...deceptiveNames]

const texts = [
  '\0',
  'a\0b',
  '\ud800',
  '\u202ecotton',
  'x'.repeat(201),
  'x'.repeat(1_000_000),
  '%',
  '_'.repeat(200),
  '(a+)+$',
  '.*'.repeat(90),
  `${'a%'.repeat(90)}`,
  ' ',
  '',
]

const numbers = [
  1e308,
  -1e308,
  5e-324,
  -0,
  2 ** 63,
  2 ** 53 + 2,
  -(2 ** 64),
  1e-300,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  '1e400',
  '0x10',
  [1, 2],
  { number: 1 },
  null,
  true,
]

const dates = [
  '2026-02-30',
  '0000-01-01',
  '-infinity',
  'infinity',
  'now',
  'today',
  'epoch',
  '99999-01-01',
  '2026-1-1',
  "2026-01-01'::text",
  '4713-01-01 BC',
  20_260_101,
]

const limits = [1e9, 0, -1, 201, 1.5, 2 ** 53, '10', '10; DROP TABLE dataset_table.t1', null, true, Number.POSITIVE_INFINITY, [50]]

const where = (condition: Record<string, unknown>) => ({ select: ['c1'], where: [condition] })

/** Where a name of a column may be written. */
const columnFields: Readonly<Record<string, (name: string) => unknown>> = {
  select: (name) => ({ select: [name] }),
  where: (name) => where({ column: name, op: 'is_null' }),
  group_by: (name) => ({ group_by: [name], aggregates: [{ fn: 'count' }] }),
  aggregates: (name) => ({ aggregates: [{ fn: 'max', column: name }] }),
  having: (name) => ({ group_by: ['c1'], having: [{ fn: 'max', column: name, op: 'gt', value: 0 }] }),
  order_by: (name) => ({ select: ['c1'], order_by: [{ column: name }] }),
}

/** Where another text may be written. */
const textFields: Readonly<Record<string, (text: string) => unknown>> = {
  eq: (text) => where({ column: 'c1', op: 'eq', value: text }),
  ne: (text) => where({ column: 'c4', op: 'ne', value: text }),
  in: (text) => where({ column: 'c1', op: 'in', value: ['cotton', text] }),
  contains: (text) => where({ column: 'c1', op: 'contains', value: text }),
  'a linked text': (text) => where({ column: 'c4.c1', op: 'eq', value: text }),
  any_of: (text) => ({
    select: ['c1'],
    any_of: [[{ column: 'c1', op: 'contains', value: text }], [{ column: 'c1', op: 'eq', value: text }]],
  }),
  'a choice': (text) => where({ column: 'c7', op: 'eq', value: text }),
  number: (text) => where({ column: 'c2', op: 'lt', value: text }),
  unit: (text) => where({ column: 'c2', op: 'lt', value: 1, unit: text }),
  op: (text) => where({ column: 'c1', op: text, value: 1 }),
  fn: (text) => ({ aggregates: [{ fn: text, column: 'c2' }] }),
  direction: (text) => ({ select: ['c1'], order_by: [{ column: 'c1', direction: text }] }),
  'an unknown name': (text) => ({ select: ['c1'], [text]: text }),
  'a name in a condition': (text) => where({ column: 'c1', op: 'eq', value: 'cotton', [text]: text }),
}

const nest = (depth: number, inner: unknown) => Array.from({ length: depth }).reduce<unknown>((value) => [value], inner)
const condition = { column: 'c2', op: 'lt', value: 1 }

const bombs: Readonly<Record<string, unknown>> = {
  'ten thousand levels': { select: ['c1'], where: nest(10_000, condition) },
  'seven levels': { select: ['c1'], any_of: nest(7, condition) },
  'alternatives in alternatives': { select: ['c1'], any_of: [[{ any_of: [[condition]] }]] },
  'conditions in conditions': { select: ['c1'], where: [{ ...condition, where: [condition] }] },
  'a million values': where({ column: 'c1', op: 'in', value: Array.from({ length: 1_000_000 }, () => 'x') }),
  'fifty-one values': where({ column: 'c1', op: 'in', value: Array.from({ length: 51 }, (_, index) => `x${index}`) }),
  'eleven conditions': { select: ['c1'], where: Array.from({ length: 11 }, () => condition) },
  'six alternatives': { select: ['c1'], any_of: Array.from({ length: 6 }, () => [condition]) },
  'an empty alternative': { select: ['c1'], any_of: [[]] },
  'four groups': { group_by: ['c1', 'c4', 'c5', 'c6'] },
  'eleven aggregates': { aggregates: Array.from({ length: 11 }, () => ({ fn: 'count' })) },
  'a hundred thousand columns': { select: Array.from({ length: 100_000 }, () => 'c1') },
  'the same column twice': { select: ['c1', 'c1'] },
  'every list full': {
    select: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c4.c1', 'c4.c2'],
    where: Array.from({ length: 10 }, () => condition),
    any_of: Array.from({ length: 5 }, () => Array.from({ length: 10 }, () => condition)),
    order_by: [{ column: 'c1' }, { column: 'c2' }, { column: 'c4.c2' }],
    limit: 200,
  },
  'five hundred texts': {
    select: ['c1'],
    where: Array.from({ length: 10 }, (_, list) => ({
      column: 'c1',
      op: 'in',
      value: Array.from({ length: 50 }, (_each, index) => `text ${list} ${index}`),
    })),
  },
}

const shapes: readonly unknown[] = [
  null,
  true,
  1,
  'SELECT 1',
  [],
  [{ select: ['c1'] }],
  {},
  { select: null },
  { select: 'c1' },
  { select: [['c1']] },
  { select: [1] },
  { sql: 'SELECT 1' },
]

const toPlans = <Value>(
  kind: string,
  values: readonly Value[],
  fields: Readonly<Record<string, (value: Value) => unknown>>,
): HostilePlan[] =>
  Object.entries(fields).flatMap(([field, write]) =>
    values.map((value) => ({ name: `${kind} in ${field}: ${show(value)}`, plan: write(value) })),
  )

const show = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 40)

export const hostilePlans: readonly HostilePlan[] = [
  ...toPlans('SQL', statements, { ...textFields, ...columnFields }),
  ...toPlans('a name', names, columnFields),
  ...toPlans('a text', texts, textFields),
  ...toPlans<unknown>('a number', numbers, {
    'a comparison': (value) => where({ column: 'c2', op: 'lt', value }),
    'a comparison of whole numbers': (value) => where({ column: 'c3', op: 'ge', value }),
    in: (value) => where({ column: 'c3', op: 'in', value: [value] }),
    having: (value) => ({ group_by: ['c1'], having: [{ fn: 'sum', column: 'c2', op: 'gt', value }] }),
    is_null: (value) => where({ column: 'c2', op: 'is_null', value }),
  }),
  ...toPlans<unknown>('a date', dates, {
    eq: (value) => where({ column: 'c5', op: 'eq', value }),
    between: (value) => where({ column: 'c5', op: 'between', value: [value, value] }),
  }),
  ...toPlans<unknown>('a limit', limits, { limit: (value) => ({ select: ['c1'], limit: value }) }),
  ...Object.entries(bombs).map(([name, plan]) => ({ name, plan })),
  ...shapes.map((plan) => ({ name: `the shape ${show(plan)}`, plan })),
  { name: 'a prototype', plan: JSON.parse('{"select":["c1"],"__proto__":{"limit":1000000000}}') },
]
