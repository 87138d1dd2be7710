// Reads a presentation of PowerPoint: the slides that it lists, in their order, each with its notes.
import { limits } from '@heddle/contracts/limits'
import { createFindings } from '../../findings.ts'
import { createPageWriter } from '../../page-writer.ts'
import type { ReadPart } from '../../read-part.ts'
import { DocumentRefusal } from '../../refusal.ts'
import { findRelationshipTargets, openOffice } from '../package.ts'
import { findAll, type XmlElement } from '../xml.ts'
import { readParagraphs } from './paragraphs.ts'
import { readPlaceholder, type SlideContext, writeSlide } from './slide.ts'

type OpenPresentation = Awaited<ReturnType<typeof openOffice>>

/** Looks, and movements. */
const ignored = new Set(
  'p:timing p:transition p:clrMapOvr p:bg p:style a:xfrm a:ln a:solidFill a:gradFill a:blipFill a:effectLst a:custGeom a:prstGeom a:lstStyle a:tblGrid a:tcPr p:blipFill a:ea a:cs'.split(
    ' ',
  ),
)

/** Returns the parts of the slides that are shown, in their order: a slide that was deleted may still be in the file. */
async function listSlides(file: OpenPresentation): Promise<string[]> {
  const relationships = await file.readRelationships(file.main)
  const slides: string[] = []
  for await (const { attributes } of file.readXml(file.main, { wanted: new Set(['p:sldId']) })) {
    slides.push(relationships.get(attributes['r:id'] ?? '')?.target ?? '')
    if (slides.length > limits.pagesPerFile) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
  }
  return slides
}

/** The text of the notes, without the picture of the slide and its number. */
async function writeNotes(context: SlideContext) {
  const { file, relationships, writer } = context
  for (const part of findRelationshipTargets(relationships, 'notesSlide')) {
    const tree = await file.readTree(part, { ignored })
    const shapes = tree ? findAll(tree, 'p:sp').filter((shape) => !/^(?:dt|ftr|sldNum|hdr|sldImg)$/.test(readPlaceholder(shape) ?? '')) : []
    const text = shapes.flatMap((shape) => readParagraphs(shape, context).map((paragraph) => paragraph.text)).join('\n')
    writer.write({ kind: 'paragraph', text, mark: 'Notes: ' })
  }
}

const isComment = (element: XmlElement) => /(?:^|:)cm$/.test(element.name)

/** Comments are of a namespace for each generation of PowerPoint. */
async function findComments({ file, relationships, findings, page }: SlideContext) {
  for (const part of findRelationshipTargets(relationships, 'comments')) {
    const tree = await file.readTree(part)
    const count = tree?.children.filter((node) => typeof node === 'object' && isComment(node)).length ?? 0
    if (count > 0) findings.add('comments', { page }, count)
  }
}

async function writePage(part: string, context: SlideContext) {
  const { file, writer, findings, page } = context
  const slide = await file.readTree(part, { ignored })
  if (!slide) return findings.add('cut', { page, at: part })
  if (/^(?:0|false|off)$/.test(slide.attributes['show'] ?? '')) findings.add('hidden', { page })
  const { hasPictures } = await writeSlide(slide, context)
  if (hasPictures && !writer.hasText()) findings.add('little_text', { page })
  await writeNotes(context)
  await findComments(context)
}

export async function readPptx(bytes: Buffer): Promise<ReadPart> {
  const file = await openOffice(bytes, 'pptx')
  const [writer, findings] = [createPageWriter(), createFindings()]
  for (const [index, part] of (await listSlides(file)).entries()) {
    writer.startPage()
    const relationships = await file.readRelationships(part)
    await writePage(part, { file, writer, findings, page: index + 1, relationships })
  }
  for (const part of file.cut) findings.add('cut', { at: part })
  return { ...writer.end(true), findings: findings.list() }
}
