// Counts the numbered paragraphs of a document, as Word shows their numbers.
import { formatNumber } from '../number-formats.ts'
import { decodeSymbols } from '../symbols.ts'
import { findChild, readValue, type XmlElement } from '../xml.ts'
import { listChildren, type NumberingReference } from './styles.ts'

type Level = {
  readonly start: number
  readonly format: string | undefined
  /** `%1.%2`; the signs of a bullet. */
  readonly text: string
  /** The level, from 1, after which it counts from its start again; 0 for never. */
  readonly restart: number | undefined
  /** Whether the numbers of the levels above are in digits, whatever their own format is. */
  readonly isLegal: boolean
  readonly style: string | undefined
}

type Definition = { readonly key: string; readonly levels: ReadonlyMap<number, Level> }
type List = { readonly definition: Definition; readonly levels: ReadonlyMap<number, Level>; readonly starts: ReadonlyMap<number, number> }

export type ItemNumber = {
  readonly level: number
  readonly isBullet: boolean
  /** Empty for a number that is not shown; of a bullet, its sign if that says something. */
  readonly text: string
}

/** Bullets that are a state: of tasks, of answers. */
const telling = /^[☐☑☒✓✔✗✘✕]$/u

const readNumber = (element: XmlElement | undefined, name: string): number | undefined => {
  const value = Number(readValue(element, name) ?? Number.NaN)
  return Number.isInteger(value) ? value : undefined
}

function readFormat(level: XmlElement): string | undefined {
  const choice = findChild(findChild(level, 'mc:AlternateContent'), 'mc:Choice')
  const format = findChild(level, 'w:numFmt') ?? findChild(choice, 'w:numFmt')
  const value = format?.attributes['w:val']
  // Of its own formats, Word names only digits with zeros before them: `001, 002, 003, ...`.
  return value === 'custom' ? `custom:${format?.attributes['w:format'] ?? ''}` : value
}

function readLevel(level: XmlElement): Level {
  const fonts = findChild(findChild(level, 'w:rPr'), 'w:rFonts')?.attributes
  return {
    start: readNumber(level, 'w:start') ?? 0,
    format: readFormat(level),
    text: decodeSymbols(readValue(level, 'w:lvlText') ?? '', fonts?.['w:ascii']),
    restart: readNumber(level, 'w:lvlRestart'),
    isLegal: findChild(level, 'w:isLgl') !== undefined,
    style: readValue(level, 'w:pStyle'),
  }
}

const readLevels = (element: XmlElement) =>
  new Map(listChildren(element, 'w:lvl').map((level) => [Number(level.attributes['w:ilvl'] ?? 0), readLevel(level)]))

function readDefinitions(elements: readonly XmlElement[]): Map<string, Definition> {
  const sources = elements.filter(({ name }) => name === 'w:abstractNum')
  return new Map(
    sources.map((element) => {
      const key = element.attributes['w:abstractNumId'] ?? ''
      const link = readValue(element, 'w:numStyleLink')
      // A definition that only refers to a style of lists has the levels of the one that the style is defined by.
      const origin = link === undefined ? element : (sources.find((other) => readValue(other, 'w:styleLink') === link) ?? element)
      return [key, { key: origin.attributes['w:abstractNumId'] ?? key, levels: readLevels(origin) }]
    }),
  )
}

function readList(element: XmlElement, definitions: ReadonlyMap<string, Definition>): List | undefined {
  const definition = definitions.get(readValue(element, 'w:abstractNumId') ?? '')
  if (!definition) return undefined
  const levels = new Map(definition.levels)
  const starts = new Map<number, number>()
  for (const override of listChildren(element, 'w:lvlOverride')) {
    const index = Number(override.attributes['w:ilvl'] ?? 0)
    const level = findChild(override, 'w:lvl')
    if (level) levels.set(index, readLevel(level))
    const start = readNumber(override, 'w:startOverride')
    if (start === undefined) continue
    starts.set(index, start)
    const overridden = levels.get(index)
    if (overridden) levels.set(index, { ...overridden, start })
  }
  return { definition, levels, starts }
}

function formatValue(value: number, format: string | undefined): string {
  const [, pattern] = /^custom:(0*1)\b/.exec(format ?? '') ?? []
  return pattern === undefined ? formatNumber(value, format) : String(value).padStart(pattern.length, '0')
}

const maxLevel = 8

/** Returns a counter of the lists; `elements` are those of `word/numbering.xml`. */
export function createNumbering(elements: readonly XmlElement[]) {
  const definitions = readDefinitions(elements)
  const lists = new Map<string, List>()
  for (const element of elements) {
    const list = element.name === 'w:num' ? readList(element, definitions) : undefined
    if (list) lists.set(element.attributes['w:numId'] ?? '', list)
  }
  /** Lists of one definition count on. */
  const counters = new Map<string, (number | undefined)[]>()
  const overridden = new Set<string>()

  function count({ definition, levels, starts }: List, id: string, level: number): (number | undefined)[] {
    const values = counters.get(definition.key) ?? []
    counters.set(definition.key, values)
    for (const [index, start] of starts) {
      if (index > level || overridden.has(`${id}/${index}`)) continue
      overridden.add(`${id}/${index}`)
      values[index] = start - 1
    }
    values[level] = (values[level] ?? (levels.get(level)?.start ?? 1) - 1) + 1
    for (let below = level + 1; below <= maxLevel; below += 1) {
      const restart = levels.get(below)?.restart
      if (restart === undefined || (restart > 0 && level < restart)) values[below] = undefined
    }
    return values
  }

  function formatItem({ levels }: List, values: readonly (number | undefined)[], level: number): string {
    const own = levels.get(level)
    return (own?.text ?? '')
      .replaceAll(/%([1-9])/g, (_sign, digit: string) => {
        const index = Number(digit) - 1
        const shown = levels.get(index)
        const format = own?.isLegal && shown?.format !== 'decimalZero' ? 'decimal' : shown?.format
        return formatValue(values[index] ?? shown?.start ?? 1, format)
      })
      .trim()
  }

  return {
    /** Returns the number of the next paragraph of a list; undefined for what is in none. `style` is that of the paragraph. */
    next({ id, level }: NumberingReference, style: string | undefined): ItemNumber | undefined {
      if (id === undefined || id === '0') return undefined
      const list = lists.get(id)
      // The style of a heading names the list; which level it is, the list says.
      const linked = list && [...list.levels].find(([, { style: linkedStyle }]) => linkedStyle !== undefined && linkedStyle === style)?.[0]
      const index = level ?? linked ?? 0
      if (!list) return { level: index, isBullet: true, text: '' }
      const own = list.levels.get(index)
      if (own?.format === 'bullet') return { level: index, isBullet: true, text: telling.test(own.text) ? own.text : '' }
      return { level: index, isBullet: false, text: formatItem(list, count(list, id, index), index) }
    },
  }
}
export type Numbering = ReturnType<typeof createNumbering>

export const numberingElements = new Set(['w:abstractNum', 'w:num'])
