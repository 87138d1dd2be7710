// Reads a workbook of Excel: its sheets in their order, as Excel shows them.
import { limits } from '@heddle/contracts/limits'
import { cleanText } from '../../clean-text.ts'
import { createFindings, type Findings } from '../../findings.ts'
import { createPageWriter, type PageWriter } from '../../page-writer.ts'
import type { ReadPart } from '../../read-part.ts'
import { DocumentRefusal } from '../../refusal.ts'
import { findRelationshipTargets, openOffice } from '../package.ts'
import type { CellContext } from './cells.ts'
import { writeSheet } from './layout.ts'
import { createNumberFormatter } from './numbers.ts'
import { columnName, readSheet } from './sheet.ts'
import { readSharedStrings } from './strings.ts'
import { isOn, readCellFormats } from './styles.ts'

type OpenWorkbook = Awaited<ReturnType<typeof openOffice>>

export type ListedSheet = { readonly name: string; readonly part: string; readonly isHidden: boolean }

type Workbook = { readonly sheets: readonly ListedSheet[]; readonly is1904: boolean; readonly isCalculatedOnLoad: boolean }

const workbookElements = new Set(['x:workbookPr', 'x:sheet', 'x:calcPr'])

export async function readWorkbook(file: OpenWorkbook, findTarget: (id: string) => string): Promise<Workbook> {
  const sheets: ListedSheet[] = []
  const properties: Record<string, string> = {}
  for await (const { name, attributes } of file.readXml(file.main, { wanted: workbookElements })) {
    if (name !== 'x:sheet') Object.assign(properties, attributes)
    else {
      const isHidden = /hidden/i.test(attributes['state'] ?? '')
      sheets.push({ name: cleanText(attributes['name'] ?? ''), part: findTarget(attributes['r:id'] ?? ''), isHidden })
      if (sheets.length > limits.pagesPerFile) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
    }
  }
  return { sheets, is1904: isOn(properties['date1904']), isCalculatedOnLoad: isOn(properties['fullCalcOnLoad']) }
}

type Reading = {
  readonly file: OpenWorkbook
  readonly workbook: Workbook
  readonly cells: CellContext
  readonly writer: PageWriter
  readonly findings: Findings
}

async function findComments(file: OpenWorkbook, part: string, findings: Findings, page: number) {
  for await (const { attributes } of file.readXml(part, { wanted: new Set(['x:comment']) }))
    findings.add('comments', { page, at: attributes['ref'] ?? '' })
}

async function writePage({ name, part, isHidden }: ListedSheet, page: number, reading: Reading) {
  const { file, workbook, cells, writer, findings } = reading
  writer.startPage(name)
  if (!file.has(part)) return findings.add('cut', { page, at: name })
  if (isHidden) findings.add('hidden', { page, at: name })
  const relationships = await file.readRelationships(part)
  const sheet = await readSheet(file, part, { ...cells, page, isCalculatedOnLoad: workbook.isCalculatedOnLoad })
  // The passages of one sheet among several name it.
  const drawings = findRelationshipTargets(relationships, 'drawing')
  const hasContent = sheet.rows.length > 0 || drawings.length > 0
  if (workbook.sheets.length > 1 && hasContent) writer.addBeside({ kind: 'heading', level: 1, text: name })
  writeSheet(sheet, writer, ({ number }, { column }) => findings.add('hidden', { page, at: `${columnName(column)}${number}` }))
  if (drawings.length > 0) {
    const { writeDrawings } = await import('./drawings.ts')
    const hasPictures = await writeDrawings({ file, writer, findings, page }, drawings)
    if (hasPictures && !writer.hasText()) findings.add('little_text', { page, at: name })
  }
  for (const comments of findRelationshipTargets(relationships, 'comments')) await findComments(file, comments, findings, page)
}

export async function readXlsx(bytes: Buffer): Promise<ReadPart> {
  const file = await openOffice(bytes, 'xlsx')
  const [writer, findings] = [createPageWriter(), createFindings()]
  const relationships = await file.readRelationships(file.main)
  const workbook = await readWorkbook(file, (id) => relationships.get(id)?.target ?? '')
  const findPart = (type: string) => findRelationshipTargets(relationships, type)[0]
  const cells: CellContext = {
    findFormat: await readCellFormats(file, findPart('styles')),
    sharedStrings: await readSharedStrings(file, findPart('sharedStrings'), findings),
    formatNumber: createNumberFormatter(workbook.is1904),
    findings,
  }
  for (const [index, sheet] of workbook.sheets.entries()) await writePage(sheet, index + 1, { file, workbook, cells, writer, findings })
  for (const part of file.cut) findings.add('cut', { at: part })
  return { ...writer.end(false), findings: findings.list() }
}
