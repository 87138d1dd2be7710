// The text of a paragraph as runs of Word.
import type { Language } from '@heddle/contracts/languages'
import type { Node } from '@heddle/markdown/syntax/tree'
import { ExternalHyperlink, FootnoteReferenceRun, type IRunOptions, type ParagraphChild, TextRun } from 'docx'
import { writeFormula } from './word-formula.ts'
import { codeShading, markCode, markLanguage } from './word-style.ts'
import { cleanText, readWebAddress } from './word-text.ts'

type Marks = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'underline' | 'superScript' | 'subScript' | 'highlight' | 'style'>

export type InlineContext = {
  readonly language: Language
  /** Returns the footnote of the file that a note of this text is, by its id, which is also its number; null without one. */
  readonly takeFootnote: (number: number) => { readonly id: number; readonly isFirst: boolean } | null
}

const elementMarks: Readonly<Record<string, Marks>> = {
  sub: { subScript: true },
  sup: { superScript: true },
  u: { underline: {} },
  mark: { highlight: 'yellow' },
  b: { bold: true },
  strong: { bold: true },
  i: { italics: true },
  em: { italics: true },
}

const linkStyle = 'Hyperlink'

/** Returns the words of a tree. */
export const readWords = ({ value, alt, children = [] }: Node & { readonly alt?: string }): string =>
  value ?? alt ?? children.map(readWords).join('')

/** Returns the runs of the nodes of a line. */
export function writeInline(nodes: readonly Node[], context: InlineContext, marks: Marks = {}): ParagraphChild[] {
  return nodes.flatMap((node) => writeNode(node, context, marks))
}

function writeNode(node: Node, context: InlineContext, marks: Marks): ParagraphChild[] {
  const { language } = context
  const within = (added: Marks) => writeInline(node.children ?? [], context, { ...marks, ...added })
  const write = (text: string, added: IRunOptions = {}) => [
    new TextRun({ text: cleanText(text), ...markLanguage(language), ...marks, ...added }),
  ]
  switch (node.type) {
    case 'text':
    case 'html':
      return write((node.value ?? '').replaceAll(/[\n\t]/g, ' '))
    case 'strong':
      return within({ bold: true })
    case 'emphasis':
      return within({ italics: true })
    case 'delete':
      return within({ strike: true })
    case 'break':
      return [new TextRun({ break: 1 })]
    case 'inlineCode':
      return write(node.value ?? '', { ...markCode(language), shading: codeShading })
    case 'inlineMath':
    case 'math':
      return [writeFormula(node.value ?? '', language)]
    case 'image': {
      const words = readWords(node) || (readWebAddress(node.url) ?? '')
      // The picture that a link shows is its words.
      return marks.style === linkStyle ? write(words) : writeLink(node, write(words, { style: linkStyle }))
    }
    case 'link':
      return writeLink(node, within({ style: linkStyle }))
    case 'element':
      return writeElement(node, context, marks)
    default:
      return within({})
  }
}

/** A hyperlink has no hyperlink in it; what is no address of the web is its words. */
function writeLink(node: Node, children: ParagraphChild[]): ParagraphChild[] {
  const link = readWebAddress(node.url)
  return link === null || children.length === 0 ? children : [new ExternalHyperlink({ link, children })]
}

function writeElement(node: Node, context: InlineContext, marks: Marks): ParagraphChild[] {
  const { hName = '', hProperties = {} } = node.data ?? {}
  const mark = hProperties['dataFootnoteRef']
  if (typeof mark === 'string') {
    const note = context.takeFootnote(Number(mark.split('-')[0]))
    // A footnote of Word has one mark: the further ones are its number.
    if (note?.isFirst) return [new FootnoteReferenceRun(note.id)]
    if (note) return [new TextRun({ text: String(note.id), ...markLanguage(context.language), ...marks, superScript: true })]
  }
  if (hName === 'kbd') return writeInline(node.children ?? [], context, { ...marks, bold: true })
  return writeInline(node.children ?? [], context, { ...marks, ...elementMarks[hName] })
}
