// The paragraphs of a shape, with the numbers of their lists.
import type { Findings } from '../../findings.ts'
import { joinRaised, type RaisedPiece, type TextPosition } from '../../raised-text.ts'
import { chooseAlternate } from '../alternate.ts'
import { formatNumber } from '../number-formats.ts'
import { formatOmml } from '../omml.ts'
import { decodeSymbols } from '../symbols.ts'
import { childElements, findAll, findChild, textContent, type XmlElement } from '../xml.ts'

type Position = { readonly findings: Findings; readonly page: number }

/** A baseline is in thousandths of a percent of the size. */
function readPosition(properties: XmlElement | undefined): TextPosition {
  const baseline = Number.parseInt(properties?.attributes['baseline'] ?? '0', 10)
  return baseline > 0 ? 'raised' : baseline < 0 ? 'lowered' : 'normal'
}

const isStruck = (properties: XmlElement | undefined) => /^(?:sng|dbl)Strike$/.test(properties?.attributes['strike'] ?? '')

/** The only characters that are shown in the font for symbols; a run of letters may name one too. */
const symbolSigns = /[\uf000-\uf0ff]/g

/** Returns the text of a paragraph of DrawingML. */
function readText(paragraph: XmlElement, { findings, page }: Position): string {
  const pieces: RaisedPiece[] = []
  const add = (text: string, position: TextPosition) => pieces.push({ text, position })

  function readRun(run: XmlElement) {
    const properties = findChild(run, 'a:rPr')
    const readFont = (name: 'a:sym' | 'a:latin') => findChild(properties, name)?.attributes['typeface']
    const text = textContent(findChild(run, 'a:t') ?? { ...run, children: [] })
    if (isStruck(properties)) findings.add('hidden', { page, at: text.trim() })
    else {
      const signs = text.replaceAll(symbolSigns, (sign) => decodeSymbols(sign, readFont('a:sym')))
      add(decodeSymbols(signs, readFont('a:latin')), readPosition(properties))
    }
  }

  function walk(element: XmlElement) {
    const { name } = element
    if (name === 'a:r') readRun(element)
    else if (name === 'a:br') add('\n', 'normal')
    else if (name === 'a:fld') {
      if (element.attributes['type'] !== 'slidenum') readRun(element)
    } else if (name === 'm:oMath' || name === 'm:oMathPara') add(formatOmml(element), 'normal')
    else if (name === 'mc:AlternateContent') {
      const branch = chooseAlternate(element)
      if (branch) walkAll(branch)
    } else if (!/^a:\w+Pr$/.test(name)) walkAll(element)
  }
  function walkAll(element: XmlElement) {
    for (const child of childElements(element)) walk(child)
  }

  walkAll(paragraph)
  return joinRaised(pieces).trim()
}

/** The formats of `a:buAutoNum`, without what stands around the number. */
const formats: Readonly<Record<string, string>> = {
  arabic: 'decimal',
  arabicDb: 'decimalFullWidth',
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
  circleNumDb: 'decimalEnclosedCircle',
  circleNumWdBlack: 'decimalEnclosedCircle',
  circleNumWdWhite: 'decimalEnclosedCircle',
  ea1Cht: 'taiwaneseCountingThousand',
  ea1Chs: 'chineseCountingThousand',
  ea1Jpn: 'japaneseCounting',
  ea1JpnChs: 'chineseCountingThousand',
  ea1JpnKor: 'japaneseCounting',
  thaiAlpha: 'thaiLetters',
  thaiNum: 'thaiNumbers',
  hindiNum: 'hindiNumbers',
  hindiAlpha: 'hindiNumbers',
  hebrew2: 'hebrew2',
  arabic1: 'arabicAlpha',
  arabic2: 'arabicAlpha',
}

const surroundings: Readonly<Record<string, readonly [string, string]>> = {
  Period: ['', '.'],
  ParenBoth: ['(', ')'],
  ParenR: ['', ')'],
  Minus: ['', '-'],
  Plain: ['', ''],
}

export function formatAutoNumber(value: number, type: string): string {
  const [, name = type, around = 'Plain'] = /^(.+?)(Period|ParenBoth|ParenR|Minus|Plain)?$/.exec(type) ?? []
  const [before, after] = surroundings[around] ?? ['', '']
  return `${before}${formatNumber(value, formats[name])}${after}`
}

export type SlideParagraph = {
  readonly text: string
  readonly level: number
  /** What stands before it in a list; null outside of lists. */
  readonly mark: string | null
}

/** Returns the paragraphs of a text body that have text. */
export function readParagraphs(body: XmlElement | undefined, position: Position): SlideParagraph[] {
  /** The last number of each level, with its format. */
  const counts: ({ readonly type: string; readonly start: number; readonly value: number } | undefined)[] = []
  return (body ? findAll(body, 'a:p') : []).flatMap((paragraph) => {
    const properties = findChild(paragraph, 'a:pPr')
    const text = readText(paragraph, position)
    const level = Math.min(Math.max(Number.parseInt(properties?.attributes['lvl'] ?? '0', 10) || 0, 0), 8)
    // A paragraph without text has no number.
    if (text === '') return []
    const auto = findChild(properties, 'a:buAutoNum')?.attributes
    counts.length = Math.min(counts.length, level + 1)
    if (!auto) {
      counts[level] = undefined
      const isItem = findChild(properties, 'a:buChar') !== undefined || findChild(properties, 'a:buBlip') !== undefined || level > 0
      return [{ text, level, mark: isItem ? '-' : null }]
    }
    const type = auto['type'] ?? 'arabicPeriod'
    const start = Math.max(Number.parseInt(auto['startAt'] ?? '1', 10) || 1, 1)
    const last = counts[level]
    const value = last?.type === type && last.start === start ? last.value + 1 : start
    counts[level] = { type, start, value }
    return [{ text, level, mark: formatAutoNumber(value, type) }]
  })
}
