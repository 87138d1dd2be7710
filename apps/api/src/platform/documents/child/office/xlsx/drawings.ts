// Reads what lies on a sheet: text boxes, the words of charts, and comments, which are no part of its text.
import type { Findings } from '../../findings.ts'
import type { PageWriter } from '../../page-writer.ts'
import { chooseAlternate } from '../alternate.ts'
import { writeGraphic } from '../graphics.ts'
import type { OfficePackage } from '../package.ts'
import { readParagraphs } from '../pptx/paragraphs.ts'
import { childElements, type XmlElement } from '../xml.ts'

type DrawingContext = {
  readonly file: OfficePackage
  readonly writer: PageWriter
  readonly findings: Findings
  readonly page: number
}

const shapes = new Set(['xdr:txBody', 'c:chart', 'cx:chart', 'dgm:relIds', 'xdr:pic'])
const ignored = new Set('xdr:style a:ln a:solidFill a:gradFill a:effectLst a:custGeom a:prstGeom a:lstStyle xdr:blipFill'.split(' '))

/** Returns the shapes within anchors, groups, alternatives and what else there is around them. */
const listShapes = (element: XmlElement): XmlElement[] =>
  childElements(element).flatMap((child) =>
    shapes.has(child.name) ? [child] : listShapes((child.name === 'mc:AlternateContent' && chooseAlternate(child)) || child),
  )

/** Writes the words of a sheet's drawings, and returns whether there are pictures on it. */
export async function writeDrawings(context: DrawingContext, parts: readonly string[]): Promise<boolean> {
  const { file, writer } = context
  let hasPictures = false
  for (const part of parts) {
    const tree = await file.readTree(part, { ignored })
    const relationships = await file.readRelationships(part)
    for (const shape of tree ? listShapes(tree) : []) {
      if (shape.name === 'xdr:pic') hasPictures = true
      else if (shape.name === 'xdr:txBody') {
        const lines = readParagraphs(shape, context).map(({ text, mark }) => (mark === null ? text : `${mark} ${text}`))
        writer.write({ kind: 'paragraph', text: lines.join('\n') })
      } else {
        const target = relationships.get(shape.attributes[shape.name === 'dgm:relIds' ? 'r:dm' : 'r:id'] ?? '')?.target
        if (target !== undefined) await writeGraphic(file, target, { ...context, isOfCells: true })
      }
    }
  }
  return hasPictures
}
