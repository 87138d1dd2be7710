// Charts and diagrams: of their drawing, the words and the numbers are read.
import type { Findings } from '../findings.ts'
import type { PageWriter } from '../page-writer.ts'
import { writeTable } from '../table.ts'
import type { OfficePackage } from './package.ts'
import { findAll, findChild, textContent, type XmlElement } from './xml.ts'

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Text of a drawing: its paragraphs, one line each. */
const readParagraphs = (element: XmlElement | undefined): string[] =>
  element
    ? findAll(element, 'a:p')
        .map((paragraph) => withoutBlanks(findAll(paragraph, 'a:t').map(textContent).join('')))
        .filter((line) => line !== '')
    : []

/** The values that the file keeps of a reference, by their index. */
function readPoints(source: XmlElement | undefined): string[] {
  const values: string[] = []
  if (!source) return values
  // Categories of several levels have several values at an index, the outer one last.
  const levels = findAll(source, 'c:lvl')
  const format = textContent(findAll(source, 'c:formatCode')[0] ?? { ...source, children: [] })
  for (const level of levels.length > 0 ? levels.toReversed() : [source]) {
    for (const point of findAll(level, 'c:pt')) {
      const index = Number(point.attributes['idx'] ?? values.length)
      if (!Number.isInteger(index) || index < 0 || index > maxPoints) continue
      const value = formatPoint(withoutBlanks(textContent(findChild(point, 'c:v') ?? point)), format)
      values[index] = values[index] ? `${values[index]} ${value}` : value
    }
  }
  return Array.from(values, (value) => value ?? '')
}

const maxPoints = 10_000

const dayMs = 86_400_000
/** The day 0 of Excel, whose leap year of 1900 was none. */
const dayZero = Date.UTC(1899, 11, 30)

/** Returns what a value is shown as: dates as such, and numbers without what binary fractions add. */
function formatPoint(value: string, format: string): string {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  const isDate = /[yd]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
  if (isDate && number > 0 && number < 2_958_466) return new Date(dayZero + Math.floor(number) * dayMs).toISOString().slice(0, 10)
  return value.length > 15 ? String(Number(number.toPrecision(15))) : value
}

type Series = { readonly name: string; readonly categories: readonly string[]; readonly values: readonly string[] }

function readSeries(series: XmlElement): Series {
  const text = findChild(series, 'c:tx')
  return {
    name: (text && (readPoints(text)[0] ?? withoutBlanks(textContent(findChild(text, 'c:v') ?? { ...text, children: [] })))) ?? '',
    categories: readPoints(findChild(series, 'c:cat') ?? findChild(series, 'c:xVal')),
    values: readPoints(findChild(series, 'c:val') ?? findChild(series, 'c:yVal')),
  }
}

/** Returns a table of the series; those with categories of their own bring them as a column. */
function toRows(series: readonly Series[]): string[][] {
  const columns: string[][] = []
  let last: readonly string[] | undefined
  for (const { name, categories, values } of series) {
    if (categories.length > 0 && categories.join('\n') !== last?.join('\n')) columns.push(['', ...categories])
    last = categories.length > 0 ? categories : last
    columns.push([name, ...values])
  }
  const height = Math.max(0, ...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, row) => columns.map((column) => column[row] ?? ''))
}

/** Charts that Office has had since 2016: waterfalls, funnels, histograms. */
function readExtendedRows(chart: XmlElement): string[][] {
  const dimensions = findAll(chart, 'cx:strDim').concat(findAll(chart, 'cx:numDim'))
  const columns = dimensions.flatMap((dimension) =>
    findAll(dimension, 'cx:lvl').map((level) => findAll(level, 'cx:pt').map((point) => withoutBlanks(textContent(point)))),
  )
  const names = findAll(chart, 'cx:series').map((series) => withoutBlanks(findAll(series, 'cx:v').map(textContent).join(' ')))
  const height = Math.max(0, ...columns.map(({ length }) => length))
  const rows = Array.from({ length: height }, (_, row) => columns.map((column) => column[row] ?? ''))
  return rows.length > 0 ? [[...columns.slice(names.length).map(() => ''), ...names], ...rows] : []
}

type Target = {
  readonly writer: PageWriter
  readonly findings: Findings
  readonly page?: number
  /** Whether its numbers are those of cells, which are read. */
  readonly isOfCells?: boolean
}

function writeChart(chart: XmlElement, { writer, isOfCells = false }: Target) {
  const title = findChild(
    findChild(chart, 'c:chart') ?? findChild(chart, 'cx:chart'),
    chart.name.startsWith('cx:') ? 'cx:title' : 'c:title',
  )
  const axes = ['c:catAx', 'c:valAx', 'c:dateAx', 'c:serAx', 'cx:axis']
    .flatMap((name) => findAll(chart, name))
    .flatMap((axis) => readParagraphs(findChild(axis, 'c:title') ?? findChild(axis, 'cx:title')))
  const words = [readParagraphs(title).join(' '), axes.join(', ')].filter((line) => line !== '')
  writer.write({ kind: 'caption', text: words.join('\n') })
  const rows = chart.name.startsWith('cx:') ? readExtendedRows(chart) : toRows(findAll(chart, 'c:ser').map(readSeries))
  if (!isOfCells) writeTable(writer, rows)
  return words[0] ?? rows[0]?.join(' ') ?? ''
}

/** The points of a diagram in their order; those of its layout have no text. */
function writeDiagram(diagram: XmlElement, writer: PageWriter) {
  const lines = findAll(diagram, 'dgm:t').flatMap(readParagraphs)
  writer.write({ kind: 'list', text: lines.map((line) => `- ${line}`).join('\n') })
  return lines[0] ?? ''
}

const ignored = new Set(['c:spPr', 'c:txPr', 'dgm:style', 'dgm:prSet'])

/** Writes the words and numbers of a chart or a diagram, and says that it is one. */
export async function writeGraphic(file: OfficePackage, part: string, target: Target) {
  const { writer, findings, page } = target
  const tree = await file.readTree(part, { ignored })
  const name = tree === undefined ? '' : tree.name === 'dgm:dataModel' ? writeDiagram(tree, writer) : writeChart(tree, target)
  findings.add('charts', { ...(page !== undefined && { page }), at: name.trim() || part })
}
