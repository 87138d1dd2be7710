// What stands on a page of a PDF beside its content: the values of a form's fields, and the texts of annotations.
import { AnnotationType } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'
import { z } from 'zod'
import { cleanText } from '../clean-text.ts'
import { type Box, createFragment, type PageFragment } from './fragment.ts'
import { joinItems, placeItem } from './page-runs.ts'
import type { Item, TextRun } from './run.ts'

const Words = z.object({ str: z.string() })
const Option = z.object({ exportValue: z.string(), displayValue: z.string() })

/** As pdf.js tells it; what a file has in another form is taken for absent. */
const Annotation = z.object({
  subtype: z.string().catch(''),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  rotation: z.number().catch(0),
  fieldType: z.string().nullable().catch(null),
  fieldName: z.string().catch(''),
  /** What the field is called for its reader. */
  alternativeText: z.string().catch(''),
  fieldValue: z.union([z.string().transform((value) => [value]), z.array(z.string())]).catch([]),
  options: z.array(Option).catch([]),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  buttonValue: z.string().nullable().catch(null),
  exportValue: z.string().nullable().catch(null),
  multiLine: z.boolean().catch(false),
  password: z.boolean().catch(false),
  hidden: z.boolean().catch(false),
  defaultAppearanceData: z.object({ fontSize: z.number() }).catch({ fontSize: 0 }),
  contentsObj: Words.catch({ str: '' }),
  /** The lines that are drawn, and where from the lower left corner of the rectangle. */
  textContent: z.array(z.string()).catch([]),
  textPosition: z.tuple([z.number(), z.number()]).nullable().catch(null),
})
type Annotation = z.infer<typeof Annotation>

export type PageAnnotations = {
  /** What fields and text boxes show, where they show it. */
  readonly runs: readonly TextRun[]
  /** Fields whose value is among the runs; the name of the first one. */
  readonly fields: number
  readonly firstField: string
  /** Notes that are opened by a click, with the box of what they are about. */
  readonly comments: readonly PageFragment[]
}

/** Text of these stands on the page. */
const drawnSubtypes = new Set(['FreeText', 'Stamp'])
/** What these say stands on the page, or is that of another annotation. */
const drawnOrRepeated = new Set(['FreeText', 'Widget', 'Popup'])

const readTypes = new Set(Object.values(AnnotationType).filter((type) => type !== AnnotationType.LINK && type !== AnnotationType.POPUP))

/** Returns the numbers of the pages that have annotations but links: reading the thousands of those of a book takes as long as its text. */
export async function findAnnotatedPages(document: PDFDocumentProxy): Promise<ReadonlySet<number>> {
  const found: unknown = await document.getAnnotationsByType(readTypes, new Set())
  const pages = z
    .array(z.object({ pageIndex: z.int() }))
    .catch([])
    .parse(found)
  return new Set(pages.map(({ pageIndex }) => pageIndex + 1))
}

export const noAnnotations: PageAnnotations = { runs: [], fields: 0, firstField: '', comments: [] }

/** Returns the annotations of a page whose content is in the runs. */
export async function readAnnotations(page: PDFPageProxy, content: readonly TextRun[]): Promise<PageAnnotations> {
  const annotations = (await page.getAnnotations()).flatMap((annotation: { subtype?: unknown }) =>
    annotation.subtype === 'Link' ? [] : (Annotation.safeParse(annotation).data ?? []),
  )
  const items: Item[] = []
  const comments: PageFragment[] = []
  const fields: string[] = []
  for (const annotation of annotations) {
    const { subtype, contentsObj } = annotation
    const isField = subtype === 'Widget'
    const lines = isField ? describeField(annotation, content) : drawnSubtypes.has(subtype) ? readDrawnLines(annotation) : []
    items.push(...placeLines(annotation, lines, { view: page.view, content: isField ? content : [] }))
    if (isField && lines.length > 0) fields.push(annotation.fieldName)
    const comment = drawnOrRepeated.has(subtype) ? '' : cleanText(contentsObj.str)
    if (comment !== '') comments.push(createFragment(comment, toBox(annotation, page.view)))
  }
  return { runs: items.flatMap((item) => joinItems([item])), fields: fields.length, firstField: fields[0] ?? '', comments }
}

const splitLines = (text: string) => text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')

const readDrawnLines = ({ textContent, contentsObj }: Annotation) => {
  const lines = textContent.filter((line) => line.trim() !== '')
  return lines.length > 0 ? lines : splitLines(contentsObj.str)
}

/** Returns what a field shows; with its name where nothing beside it tells what it is. */
function describeField(field: Annotation, content: readonly TextRun[]): string[] {
  const lines = field.hidden || field.password ? [] : readValue(field)
  const [first, ...rest] = lines
  if (first === undefined || hasLabel(field, content)) return lines
  const label = field.alternativeText || field.fieldName
  return label === '' ? lines : [`${label}: ${first}`, ...rest]
}

function readValue({ fieldType, fieldValue, options, checkBox, radioButton, buttonValue, exportValue, textContent }: Annotation): string[] {
  if (fieldType === 'Btn') {
    const chosen = radioButton ? buttonValue : exportValue
    return checkBox || radioButton ? [chosen !== null && fieldValue.includes(chosen) ? '☒' : '☐'] : []
  }
  if (fieldType === 'Sig') return textContent.filter((line) => line.trim() !== '')
  const shown = fieldValue.map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value)
  return splitLines(shown.join('\n'))
}

/** Points from a field to its label: beside it, or above it. */
const maxBeside = 250
const maxAbove = 16

const isBeside = ({ x, right: end, y }: TextRun, { rect: [left, bottom, right, top] }: Annotation) =>
  y > bottom - 4 && y < top && x < right + maxBeside && end > left - maxBeside

const isAbove = ({ x, right: end, y }: TextRun, { rect: [left, , right, top] }: Annotation) =>
  y >= top && y < top + maxAbove && x < right && end > left - maxAbove

/** Whether any text could be the label of a field. */
const hasLabel = (field: Annotation, content: readonly TextRun[]) => content.some((run) => isBeside(run, field) || isAbove(run, field))

/** In font sizes: the distance of lines, and of the baseline from the middle of a line. */
const lineDistance = 1.2
const baselineShift = 0.3
/** Points: of a text whose size is found by its field, and of its distance from the field's border. */
const usualSize = 10
const padding = 2

const isWide = /[\u1100-\u115f\u2e80-\uabff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/

type Surface = { readonly view: readonly number[]; readonly content: readonly TextRun[] }

/**
 * Places the lines of an annotation as it draws them: one in the middle of its rectangle, several from the top; the first one on the line of
 * the text beside it.
 */
function placeLines(annotation: Annotation, lines: readonly string[], { view, content }: Surface): Item[] {
  const { rect, rotation, multiLine, defaultAppearanceData, textPosition } = annotation
  const [left, bottom, right, top] = rect
  const isSideways = rotation % 180 !== 0
  const [width, height] = isSideways ? [top - bottom, right - left] : [right - left, top - bottom]
  const isMiddle = lines.length === 1 && !multiLine
  const size = Math.max(defaultAppearanceData.fontSize || Math.min(usualSize, height / lineDistance), 4)
  const drawnAt = rotation === 0 && isMiddle ? (textPosition?.[1] ?? null) : null
  const free = drawnAt ?? (isMiddle ? height / 2 - baselineShift * size : height - size - padding)
  const beside = content.filter((run) => isBeside(run, annotation)).map(({ y }) => y + (view[1] ?? 0) - bottom)
  const baseline = rotation === 0 ? (beside.toSorted((one, other) => Math.abs(one - free) - Math.abs(other - free))[0] ?? free) : free
  return lines.flatMap((text, index) => {
    const item = placeItem({
      text,
      font: '',
      size,
      origin: findOrigin(annotation, baseline - index * lineDistance * size, view),
      angle: rotation,
      width: Math.min(measureWidth(text, size), Math.max(width - padding, size)),
      ascent: size,
      descent: 0,
    })
    return item ? [{ ...item, box: toBox(annotation, view) }] : []
  })
}

/** Returns where a line begins that is `up` above the lower edge of a rectangle, as the rectangle is turned. */
function findOrigin({ rect, rotation }: Annotation, up: number, [viewLeft = 0, viewBottom = 0]: readonly number[]): [number, number] {
  const [left, bottom, right, top] = rect
  if (rotation === 90) return [right - up - viewLeft, bottom + padding - viewBottom]
  if (rotation === 180) return [right - padding - viewLeft, top - up - viewBottom]
  if (rotation === 270) return [left + up - viewLeft, top - padding - viewBottom]
  return [left + padding - viewLeft, bottom + up - viewBottom]
}

const toBox = ({ rect: [left, bottom, right, top] }: Annotation, [viewLeft = 0, viewBottom = 0]: readonly number[]): Box => [
  left - viewLeft,
  bottom - viewBottom,
  right - left,
  top - bottom,
]

const measureWidth = (text: string, size: number) =>
  Array.from(text, (character) => (isWide.test(character) ? size : size / 2)).reduce((sum, width) => sum + width, 0)
