// The query plan for a question about a table: what its words say of the columns that the prompt lists, in five languages. It knows names,
// choices, numbers with units and the words of comparisons and means, and no more.

type Column = {
  readonly id: string
  readonly type: string
  /** Folded, the longest first. */
  readonly names: readonly string[]
  /** The first is that of the column. */
  readonly units: readonly string[]
  readonly choices: readonly { readonly value: string; readonly names: readonly string[] }[]
}

type Mention = { readonly column: Column; readonly at: number }
type Condition = { readonly column: string; readonly op: string; readonly value: unknown; readonly unit?: string }

export type TablePlan = {
  readonly select?: readonly string[]
  readonly where?: readonly Condition[]
  readonly group_by?: readonly string[]
  readonly aggregates?: readonly { readonly fn: string; readonly column?: string }[]
  readonly order_by?: readonly { readonly column: string; readonly direction: string }[]
  readonly limit?: number
}

const planRequest = /\bWrite the query over one table\b/
const columnLine = /^- ((?:c\d+)(?:\.c\d+)?|m\d+): (.*?) \((text|number|integer|boolean|date|choice|measure)\b([^\n]*)$/gm
const shownColumns = 5
const shownRows = 20

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns the expression of words as a folded text has them: folding takes Thai letters apart. */
const written = (words: string) => new RegExp(fold(words))
type Words = readonly (readonly [string, RegExp])[]

/** Returns whether a prompt asks for a plan. */
export const wantsPlan = (prompt: string): boolean => planRequest.test(prompt)

const readNames = (names: string) =>
  names
    .split(/ \/ |, /)
    .map((name) => fold(name).trim())
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)

function readChoice(choice: string): Column['choices'][number] {
  const [, value = choice, others = ''] = /^(.*?)(?: \((.*)\))?$/.exec(choice) ?? []
  return { value, names: [...new Set([fold(value), ...readNames(others)])] }
}

function readColumns(prompt: string): Column[] {
  return [...prompt.matchAll(columnLine)].map(([, id = '', names = '', type = '', facts = '']) => {
    const unit = /; in ([^;)]+)/.exec(facts)?.[1]
    const others = /; conditions also in ([^;)]+)/.exec(facts)?.[1]?.split(', ') ?? []
    const choices = /; one of (.*)\)/.exec(facts)?.[1]?.split(' | ') ?? []
    return { id, type, names: readNames(names), units: unit === undefined ? [] : [unit, ...others], choices: choices.map(readChoice) }
  })
}

/** Returns the columns that a text names, each where it is first named; what a longer name has taken is no other's. */
function findMentions(text: string, columns: readonly Column[]): Mention[] {
  const names = columns
    .flatMap((column) => column.names.map((name) => ({ column, name })))
    .toSorted((a, b) => b.name.length - a.name.length)
  const found: Mention[] = []
  let rest = text
  for (const { column, name } of names) {
    const at = findWord(rest, name)
    if (at === -1) continue
    rest = rest.slice(0, at) + '\0'.repeat(name.length) + rest.slice(at + name.length)
    if (!found.some((mention) => mention.column === column)) found.push({ column, at })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** A name of Latin letters is a word of its own. */
function findWord(text: string, word: string): number {
  if (!/^[\p{Script=Latin}\p{N}]/u.test(word)) return text.indexOf(word)
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return text.search(new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'u'))
}

function findChoices(text: string, columns: readonly Column[]): Condition[] {
  return columns.flatMap(({ id, choices }) => {
    let rest = text
    const named = choices
      .flatMap(({ value, names }) => names.map((name) => ({ value, name })))
      .toSorted((a, b) => b.name.length - a.name.length)
      .filter(({ name }) => {
        const at = findWord(rest, name)
        if (at !== -1) rest = rest.slice(0, at) + '\0'.repeat(name.length) + rest.slice(at + name.length)
        return at !== -1
      })
    const values = [...new Set(named.map(({ value }) => value))]
    const [first] = values
    if (first === undefined) return []
    return [values.length === 1 ? { column: id, op: 'eq', value: first } : { column: id, op: 'in', value: values }]
  })
}

/** The words before or behind a number, each with what it says. */
const comparisons: Words = [
  ['ge', written('at least|from|至少|不低於|不少於|以上|อย่างน้อย|ไม่น้อยกว่า|ไม่ต่ำกว่า|ít nhất|không dưới')],
  ['le', written('at most|up to|至多|不超過|不高於|以下|以内|ไม่เกิน|không quá|nhiều nhất')],
  [
    'lt',
    written(
      'under|below|less than|lighter than|低於|小於|少於|不到|未滿|未満|より小さ|より軽|ต่ำกว่า|น้อยกว่า|เบากว่า|dưới|nhỏ hơn|ít hơn|thấp hơn',
    ),
  ],
  [
    'gt',
    written('more than|over|above|exceed|stronger than|超過|大於|高於|超え|より大き|より高|超|มากกว่า|เกิน|สูงกว่า|trên|lớn hơn|hơn|vượt'),
  ],
]
const figure = /(?<![\p{L}\p{N}.,-])(\d+(?:,\d{3})*(?:\.\d+)?)\s*([\p{Script=Latin}%°µ][\p{Script=Latin}\p{N}%°µ/]*)?/gu

const findComparison = (text: string) => comparisons.find(([, words]) => words.test(text))?.[0]

/** Returns the conditions of the numbers that are compared: each of the column of its unit that is named next to it. */
function findNumbers(text: string, columns: readonly Column[], mentions: readonly Mention[]): Condition[] {
  const found = [...text.matchAll(figure)]
  return found.flatMap((match, index): Condition[] => {
    const [whole, digits = '', unit] = match
    const previous = found[index - 1]
    const end = match.index + whole.length
    const before = text.slice(previous ? previous.index + previous[0].length : 0, match.index)
    const op = findComparison(text.slice(end, end + 8)) ?? findComparison(before.slice(-24))
    const ofUnit = (column: Column) => unit !== undefined && column.units.some((known) => fold(known) === unit)
    const isNumber = ({ type }: Column) => type === 'number' || type === 'integer'
    const candidates = columns.some(ofUnit) ? columns.filter(ofUnit) : columns.filter(isNumber)
    const distance = (column: Column) => {
      const mention = mentions.find((each) => each.column === column)
      if (!mention) return text.length
      // What a number is of stands before it.
      return mention.at < match.index ? match.index - mention.at : mention.at - match.index + text.length / 2
    }
    const [nearest] = candidates.toSorted((a, b) => distance(a) - distance(b))
    if (op === undefined || !nearest) return []
    const known = nearest.units.find((each) => fold(each) === unit)
    return [{ column: nearest.id, op, value: Number(digits.replaceAll(',', '')), ...(known === undefined ? {} : { unit: known }) }]
  })
}

const functions: Words = [
  ['mean', written(String.raw`\bmean\b|average|平均|เฉลี่ย|trung bình`)],
  ['median', written('median|中位|中央値|มัธยฐาน|trung vị')],
  ['max', written('highest|maximum|最高|最大|สูงสุด|มากที่สุด|cao nhất|lớn nhất')],
  ['min', written('lowest|minimum|最低|最小|ต่ำสุด|น้อยที่สุด|thấp nhất|nhỏ nhất')],
  ['sum', written(String.raw`\bsum\b|總和|総和|合計|ผลรวม|tổng cộng`)],
]
const counting = written('how many|number of|幾|多少個|多少筆|多少塊|何件|何点|いくつ|กี่|จำนวน|bao nhiêu mẫu|bao nhiêu dòng|có mấy')
const grouping = written(String.raw`\bby\b|\bper\b|\bfor each\b|各|每|別|ごと|แต่ละ|ตาม|theo từng|mỗi|theo`)

/** What is in quotation marks, and so meant to the letter. */
const quoted = /[“"「『]([^”"」』]{1,80})[”"」』]/u

function findQuoted(question: string, columns: readonly Column[], mentions: readonly Mention[], taken: readonly Condition[]): Condition[] {
  const value = quoted.exec(question)?.[1]
  const isText = ({ type, choices }: Column) => type === 'text' || choices.length > 0
  const column = mentions.find((mention) => isText(mention.column))?.column ?? columns.find(isText)
  return value === undefined || !column || taken.some((condition) => condition.column === column.id)
    ? []
    : [{ column: column.id, op: 'eq', value }]
}

/** Returns the plan that the words of a question are for, over the columns that the prompt lists. */
export function createTablePlan(prompt: string, question: string): TablePlan {
  const all = readColumns(prompt)
  const columns = all.filter(({ type }) => type !== 'measure')
  const text = fold(question)
  const mentions = findMentions(text, all)
  const named = mentions.map(({ column }) => column)
  const choices = findChoices(text, columns)
  const where = [...choices, ...findQuoted(question, columns, mentions, choices), ...findNumbers(text, columns, mentions)]
  const numbers = named.filter(({ type }) => type === 'number' || type === 'integer')
  const measures = named.filter(({ type }) => type === 'measure').map(({ id }) => id)
  const groups = grouping.test(text) ? named.filter(({ type }) => type === 'choice').slice(0, 1) : []
  const fns = functions.filter(([, words]) => words.test(text)).map(([fn]) => fn)
  const conditioned = new Set(where.map(({ column }) => column))
  // A mean is of what is asked for; what is only compared is a condition.
  const [measured] = [...numbers.filter(({ id }) => !conditioned.has(id)), ...numbers, ...columns.filter(({ type }) => type === 'number')]
  const aggregates = [
    ...(counting.test(text) ? [{ fn: 'count' }] : []),
    ...(measured ? fns.map((fn) => ({ fn, column: measured.id })) : []),
  ]
  const plan = where.length > 0 ? { where } : {}
  if (aggregates.length > 0 || measures.length > 0)
    return {
      ...plan,
      ...(measures.length > 0 ? { select: measures } : {}),
      ...(groups.length > 0 ? { group_by: groups.map(({ id }) => id) } : {}),
      aggregates,
    }
  const shown = [...new Set([...columns.slice(0, 2).map(({ id }) => id), ...named.map(({ id }) => id), ...conditioned])]
  return { ...plan, select: shown.slice(0, shownColumns), limit: shownRows }
}
