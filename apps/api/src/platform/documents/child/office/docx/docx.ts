// Reads a document of Word part by part: its styles, lists and notes first, then its body in a stream.
import { createFindings, type Findings } from '../../findings.ts'
import { createPageWriter, type PageWriter } from '../../page-writer.ts'
import type { ReadPart } from '../../read-part.ts'
import { DocumentRefusal } from '../../refusal.ts'
import { writeGraphic } from '../graphics.ts'
import { type Budget, findRelationshipTargets, openOffice, type Relationship } from '../package.ts'
import { findAll, textContent, type XmlElement } from '../xml.ts'
import { blockElements, createBlockWriter } from './blocks.ts'
import { createInlineReader, type Notes } from './inline.ts'
import { createNumbering, numberingElements } from './numbering.ts'
import { ignoredInStyles, readStyles, styleElements } from './styles.ts'

type OpenDocument = Awaited<ReturnType<typeof openOffice>>

/** Layout, spelling and the history of changes: none of it is text. */
const ignored = new Set(
  'w:proofErr w:bookmarkStart w:bookmarkEnd w:lastRenderedPageBreak w:sectPr w:tblPr w:tblGrid w:tblPrEx w:tcW w:tcBorders w:shd w:tcMar w:rPrChange w:pPrChange w:spacing w:ind w:jc w:tabs w:pBdr w:sz w:szCs w:lang w:color w:b w:bCs w:i w:iCs w:kern w:u w:sdtPr w:sdtEndPr a:blip a:xfrm a:prstGeom a:ln a:solidFill w:instrText w:delText'.split(
    ' ',
  ),
)

/** A document in a document is read, one in that is not. */
const maxNesting = 1

async function collect(trees: AsyncIterable<XmlElement>): Promise<XmlElement[]> {
  const collected: XmlElement[] = []
  for await (const tree of trees) collected.push(tree)
  return collected
}

async function readNotes(file: OpenDocument, relationships: ReadonlyMap<string, Relationship>): Promise<Notes> {
  const read = async (kind: 'footnote' | 'endnote') => {
    const notes = new Map<string, XmlElement>()
    for (const part of findRelationshipTargets(relationships, `${kind}s`)) {
      for await (const note of file.readXml(part, { wanted: new Set([`w:${kind}`]), ignored }))
        notes.set(note.attributes['w:id'] ?? '', note)
    }
    return notes
  }
  return { footnote: await read('footnote'), endnote: await read('endnote') }
}

const readWords = (tree: XmlElement) => findAll(tree, 'w:t').map(textContent).join('').replaceAll(/\s+/g, ' ').trim()

/** Says what the document has beside its text. */
async function findComments(file: OpenDocument, relationships: ReadonlyMap<string, Relationship>, findings: Findings) {
  for (const part of findRelationshipTargets(relationships, 'comments')) {
    for await (const comment of file.readXml(part, { wanted: new Set(['w:comment']), ignored }))
      findings.add('comments', { at: readWords(comment) })
  }
}

/** Says which headers and footers have words; a number of the page is none. */
async function findHeaders(file: OpenDocument, relationships: ReadonlyMap<string, Relationship>, findings: Findings) {
  const said = new Set<string>()
  for (const part of ['header', 'footer'].flatMap((type) => findRelationshipTargets(relationships, type))) {
    const tree = await file.readTree(part, { ignored })
    const text = tree ? readWords(tree) : ''
    if (!/\p{L}/u.test(text) || said.has(text)) continue
    said.add(text)
    findings.add('headers', { at: text })
  }
}

type Reading = { readonly writer: PageWriter; readonly findings: Findings; readonly nesting: number }

/** Writes the document that was put into this one, as merging programs do. */
async function writeChunk(file: OpenDocument, target: string, reading: Reading) {
  const { writer, findings, nesting } = reading
  try {
    const bytes = await file.readBytes(target)
    if (/\.x?html?$/.test(target)) {
      const { readHtml } = await import('../../html/html.ts')
      for (const { spans: _spans, ...block } of readHtml(bytes).findBlocks())
        writer.write({ ...block, ...(block.level !== undefined && { mark: `${'#'.repeat(block.level)} ` }) })
    } else if (/\.do[ct][xm]$/.test(target) && nesting < maxNesting) {
      await writeDocument(bytes, file.budget, { ...reading, nesting: nesting + 1 })
    } else findings.add('cut', { at: target })
  } catch (error) {
    if (!(error instanceof DocumentRefusal) || error.code === 'FILE_UNPACKS_TOO_LARGE' || error.code === 'FILE_TOO_MANY_PAGES') throw error
    findings.add('cut', { at: target })
  }
}

async function writeDocument(bytes: Buffer, budget: Budget | undefined, reading: Reading) {
  const { writer, findings } = reading
  const file = await openOffice(bytes, 'docx', budget)
  const relationships = await file.readRelationships(file.main)
  const readParts = async (type: string, wanted: ReadonlySet<string>, excluded: ReadonlySet<string>) => {
    const parts = findRelationshipTargets(relationships, type)
    return (await Promise.all(parts.map((part) => collect(file.readXml(part, { wanted, ignored: excluded }))))).flat()
  }
  const styles = readStyles(await readParts('styles', styleElements, ignoredInStyles))
  const numbering = createNumbering(await readParts('numbering', numberingElements, new Set(['w:pPr'])))
  const notes = await readNotes(file, relationships)
  const blocks = createBlockWriter({
    writer,
    styles,
    numbering,
    readInline: createInlineReader({ styles, notes, findings }),
    async writePart(kind, id) {
      const target = relationships.get(id)?.target
      if (target === undefined || !file.has(target)) findings.add(kind === 'chunk' ? 'cut' : 'charts', { at: id })
      else if (kind === 'chunk') await writeChunk(file, target, reading)
      else await writeGraphic(file, target, { writer, findings })
    },
  })
  for await (const block of file.readXml(file.main, { wanted: blockElements, ignored })) await blocks.write(block)
  await blocks.end()
  await findComments(file, relationships, findings)
  await findHeaders(file, relationships, findings)
  for (const part of file.cut) findings.add('cut', { at: part })
}

export async function readDocx(bytes: Buffer): Promise<ReadPart> {
  const [writer, findings] = [createPageWriter(), createFindings()]
  writer.startPage()
  await writeDocument(bytes, undefined, { writer, findings, nesting: 0 })
  return { ...writer.end(false), findings: findings.list() }
}
