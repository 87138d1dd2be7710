// The styles of a document, as far as they say what a text is.
import { childElements, findChild, readValue, type XmlElement } from '../xml.ts'

export type NumberingReference = { readonly id?: string | undefined; readonly level?: number | undefined }

export type RunFormat = {
  readonly position?: 'normal' | 'raised' | 'lowered' | undefined
  /** Moved up or down by hand, or by a program that has no other superscripts. */
  readonly shift?: 'normal' | 'raised' | 'lowered' | undefined
  readonly isStruck?: boolean | undefined
  readonly isHidden?: boolean | undefined
  readonly font?: string | undefined
}

export type Style = {
  readonly id: string
  /** In lower case; the built-in ones have their English names in every language. */
  readonly name: string
  /** From 1; of headings and of what is in the outline like one. */
  readonly headingLevel?: number | undefined
  readonly numbering?: NumberingReference | undefined
  readonly run: RunFormat
}

export type Styles = ReturnType<typeof readStyles>

/** Whether a property is set that is on unless its value says otherwise; undefined when it is missing. */
export function readToggle(properties: XmlElement | undefined, name: string): boolean | undefined {
  const property = findChild(properties, name)
  return property && !/^(?:0|false|off|none)$/i.test(property.attributes['w:val'] ?? '1')
}

const positions = { superscript: 'raised', subscript: 'lowered', baseline: 'normal' } as const

/** In half points; less is an adjustment to what stands beside it. */
const minShift = 4

function readShift(properties: XmlElement): RunFormat['shift'] {
  const shift = Number(readValue(properties, 'w:position') ?? Number.NaN)
  if (Number.isNaN(shift)) return undefined
  if (Math.abs(shift) < minShift) return 'normal'
  return shift > 0 ? 'raised' : 'lowered'
}

export function readRunFormat(properties: XmlElement | undefined): RunFormat {
  if (!properties) return {}
  const fonts = findChild(properties, 'w:rFonts')?.attributes
  return {
    position: positions[readValue(properties, 'w:vertAlign') as keyof typeof positions],
    shift: readShift(properties),
    isStruck: readToggle(properties, 'w:strike') ?? readToggle(properties, 'w:dstrike'),
    isHidden: readToggle(properties, 'w:vanish'),
    font: fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'],
  }
}

/** Returns a format with what the first leaves open taken of the second. */
export const mergeFormats = (first: RunFormat, second: RunFormat): RunFormat => ({
  position: first.position ?? second.position,
  shift: first.shift ?? second.shift,
  isStruck: first.isStruck ?? second.isStruck,
  isHidden: first.isHidden ?? second.isHidden,
  font: first.font ?? second.font,
})

export function readNumberingReference(paragraph: XmlElement | undefined): NumberingReference | undefined {
  const properties = findChild(paragraph, 'w:numPr')
  if (!properties) return undefined
  const level = Number(readValue(properties, 'w:ilvl') ?? Number.NaN)
  return { id: readValue(properties, 'w:numId'), level: Number.isInteger(level) ? Math.min(Math.max(level, 0), 8) : undefined }
}

const bodyLevel = 9

/** Returns the level of an outline, from 1; 0 for one that says that it is body text, undefined when it says nothing. */
export function readOutlineLevel(paragraph: XmlElement | undefined): number | undefined {
  const level = Number(readValue(paragraph, 'w:outlineLvl') ?? Number.NaN)
  if (!Number.isInteger(level) || level < 0) return undefined
  return level >= bodyLevel ? 0 : level + 1
}

/** The level that a name or an id tells: `heading 1`, `Heading1`, `title`. */
function readNamedLevel(name: string): number | undefined {
  if (name === 'title') return 1
  const [, level] = /^heading ?([1-9])$/.exec(name) ?? []
  return level === undefined ? undefined : Number(level)
}

const maxChain = 20

/** Reads the styles; `elements` are those of `word/styles.xml`. */
export function readStyles(elements: readonly XmlElement[]) {
  const sources = new Map(elements.map((element) => [element.attributes['w:styleId'] ?? '', element]))
  const resolved = new Map<string, Style>()
  const defaultId = elements.find(
    ({ attributes }) => attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(attributes['w:default'] ?? ''),
  )?.attributes['w:styleId']

  function resolve(id: string, depth: number): Style {
    const known = resolved.get(id)
    if (known) return known
    const source = sources.get(id)
    const name = (source && readValue(source, 'w:name'))?.toLowerCase() ?? id.toLowerCase()
    const baseId = source && readValue(source, 'w:basedOn')
    const base = baseId !== undefined && depth < maxChain ? resolve(baseId, depth + 1) : undefined
    const paragraph = findChild(source, 'w:pPr')
    const own = readNumberingReference(paragraph)
    const style: Style = {
      id,
      name,
      headingLevel: readOutlineLevel(paragraph) ?? readNamedLevel(name) ?? base?.headingLevel,
      numbering: own ? { id: own.id ?? base?.numbering?.id, level: own.level ?? base?.numbering?.level } : base?.numbering,
      run: mergeFormats(readRunFormat(findChild(source, 'w:rPr')), base?.run ?? {}),
    }
    resolved.set(id, style)
    return style
  }

  return {
    find: (id: string | undefined): Style | undefined => {
      const known = id ?? defaultId
      return known === undefined ? undefined : resolve(known, 0)
    },
  }
}

/** What of the styles is read. */
export const styleElements = new Set(['w:style'])
export const ignoredInStyles = new Set(['w:tblPr', 'w:tcPr', 'w:trPr', 'w:tblStylePr', 'w:latentStyles', 'w:docDefaults'])

export const listChildren = (element: XmlElement, name: string) => childElements(element).filter((child) => child.name === name)
