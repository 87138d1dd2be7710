// The text of a paragraph as runs of Word.
import type { Language } from '@heddle/contracts/languages'
import type { Node } from '@heddle/markdown/syntax/tree'
import { ExternalHyperlink, FootnoteReferenceRun, type IRunOptions, Math as WordMath, type ParagraphChild, TextRun } from 'docx'
import { latexToMath } from 'docx/math'
import { codeShading, markCode, markLanguage } from './word-style.ts'
import { cleanText, readWebAddress } from './word-text.ts'

type Marks = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'underline' | 'superScript' | 'subScript' | 'highlight' | 'style'>

export type InlineContext = {
  readonly language: Language
  /** Returns the id of the file's footnote for a note of this text at its first mark, else null. */
  readonly takeFootnote: (number: number) => number | null
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

const maxFormulaCharacters = 1_000

/** Returns a formula as Word's own; one that it cannot have, as its source. */
export function writeFormula(source: string, language: Language): ParagraphChild {
  const tex = cleanText(source)
  if (tex.length <= maxFormulaCharacters) {
    try {
      return new WordMath({ children: [...latexToMath(tex)] })
    } catch {
      // A command that it does not know.
    }
  }
  return new TextRun({ text: tex, ...markCode(language) })
}

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
      return write((node.value ?? '').replaceAll('\n', ' '))
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
    case 'image':
      return writeLink(node, write(readWords(node) || (readWebAddress(readUrl(node)) ?? '')))
    case 'link':
      return writeLink(node, within({ style: 'Hyperlink' }))
    case 'element':
      return writeElement(node, context, marks)
    default:
      return within({})
  }
}

const readUrl = (node: Node) => (node as { url?: string }).url

/** A hyperlink has no hyperlink in it; what is no address of the web is its words. */
function writeLink(node: Node, children: ParagraphChild[]): ParagraphChild[] {
  const link = readWebAddress(readUrl(node))
  return link === null || children.length === 0 ? children : [new ExternalHyperlink({ link, children })]
}

function writeElement(node: Node, context: InlineContext, marks: Marks): ParagraphChild[] {
  const { hName = '', hProperties = {} } = node.data ?? {}
  const mark = hProperties['dataFootnoteRef']
  if (typeof mark === 'string') {
    const id = context.takeFootnote(Number(mark.split('-')[0]))
    if (id !== null) return [new FootnoteReferenceRun(id)]
  }
  if (hName === 'kbd') return writeInline(node.children ?? [], context, { ...marks, bold: true })
  return writeInline(node.children ?? [], context, { ...marks, ...elementMarks[hName] })
}
