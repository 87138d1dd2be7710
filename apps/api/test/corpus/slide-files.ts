// Presentations: tables, hidden slides, notes, raised text, and many slides.
import { createPptx, createPptxOf, createShape } from '../files/office.ts'
import { expectReport, expectText, type FileKind, listCells, type MadeFile } from './corpus-file.ts'
import type { Report } from './reports.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const run = (text: string, attributes = '') => `<a:r>${attributes && `<a:rPr ${attributes}/>`}<a:t>${escape(text)}</a:t></a:r>`
const line = (text: string, properties = '') => `<a:p>${properties}${run(text)}</a:p>`
const cell = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody><a:bodyPr/>${line(text)}</a:txBody></a:tc>`
const row = (...cells: readonly string[]) => `<a:tr h="1">${cells.join('')}</a:tr>`
const plainRow = (cells: readonly string[]) => row(...cells.map((text) => cell(text)))
const table = (...rows: readonly string[]) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name=""/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid/>${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
const text = (report: Report) =>
  createShape(line(report.title), 'title') + createShape(report.paragraphs.map((content) => line(content)).join(''))

const pptx = (name: string, make: (report: Report) => Promise<Buffer>, expected: (report: Report) => MadeFile['expected']): FileKind => ({
  name,
  mediaType,
  make: async (report) => ({ content: await make(report), expected: expected(report) }),
})

const noteType = 'notesSlide'

export const slideKinds: readonly FileKind[] = [
  pptx('slides', ({ title, paragraphs }) => createPptx([[title], ...paragraphs.map((content) => [content])]), expectText),
  pptx('a slide with a table', (report) => createPptxOf([{ shapes: text(report) + table(...report.table.map(plainRow)) }]), expectReport),
  pptx(
    'merged cells of a slide',
    ({ table: [names = [], first = [], second = [], third = []], group, total }) =>
      createPptxOf([
        {
          shapes: table(
            plainRow([group, ...names]),
            row(cell(group, ' rowSpan="2"'), ...first.map((value) => cell(value))),
            row(cell('', ' vMerge="1"'), ...second.map((value) => cell(value))),
            row(cell(total, ' gridSpan="2"'), cell('', ' hMerge="1"'), ...third.slice(1).map((value) => cell(value))),
          ),
        },
      ]),
    ({ table: [names = [], first = [], second = [], third = []], group, total }) => ({
      passages: [group, ...names, ...first, ...second, total, ...third.slice(1)],
      cells: listCells([names, first, second, [total, ...third.slice(1)]]),
    }),
  ),
  pptx(
    'hidden and unlisted slides',
    (report) =>
      createPptxOf([
        { shapes: text(report) },
        { shapes: createShape(line(report.note)), isHidden: true },
        { shapes: createShape(line('ORPHANED')), isUnlisted: true },
      ]),
    (report) => ({ ...expectText(report), absent: ['ORPHANED'], findings: [{ kind: 'hidden' }] }),
  ),
  pptx(
    'notes of a slide',
    (report) =>
      createPptxOf([{ shapes: text(report), relationships: [{ id: 'rId1', type: noteType, target: '../notesSlides/notesSlide1.xml' }] }], {
        'ppt/notesSlides/notesSlide1.xml': `<p:notes xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>${createShape(line(report.note), 'body')}</p:spTree></p:cSld></p:notes>`,
      }),
    (report) => ({ ...expectText(report), passages: [...expectText(report).passages, report.note] }),
  ),
  pptx(
    'raised text of a slide',
    (report) =>
      createPptxOf([{ shapes: text(report) + createShape(`<a:p>${run('10')}${run('6', 'baseline="30000"')}${run(' Pa')}</a:p>`) }]),
    (report) => ({ ...expectText(report), numbers: [...report.measured, '10⁶ Pa'], absent: ['106 Pa'] }),
  ),
  pptx(
    'groups and numbered lists',
    ({ title, paragraphs }) =>
      createPptxOf([
        {
          shapes: `${createShape(line(title), 'title')}<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>${createShape(paragraphs.map((content) => line(content, '<a:pPr><a:buAutoNum type="arabicParenBoth"/></a:pPr>')).join(''))}</p:grpSp>`,
        },
      ]),
    (report) => ({
      ...expectText(report),
      passages: [report.title, ...report.paragraphs.map((content, index) => `(${index + 1}) ${content}`)],
    }),
  ),
  pptx(
    'slides of many parts',
    ({ title, paragraphs }) =>
      createPptxOf(
        [[title], paragraphs].map((lines) => ({ shapes: createShape(lines.map((content) => line(content)).join('')) })),
        Object.fromEntries(Array.from({ length: 1_400 }, (_, index) => [`ppt/media/image${index}.png`, ''])),
      ),
    expectText,
  ),
]
