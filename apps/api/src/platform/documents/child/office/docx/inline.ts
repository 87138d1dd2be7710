// Reads the text of a paragraph: what a reader of the document sees of its runs, and what hangs on it.
import type { Findings } from '../../findings.ts'
import { joinRaised, type RaisedPiece } from '../../raised-text.ts'
import { chooseAlternate } from '../alternate.ts'
import { formatOmml } from '../omml.ts'
import { formatNumber } from '../number-formats.ts'
import { decodeSymbols } from '../symbols.ts'
import { childElements, findChild, readValue, textContent, type XmlElement } from '../xml.ts'
import { listChildren, mergeFormats, readRunFormat, readToggle, type RunFormat, type Style, type Styles } from './styles.ts'

/** What stands beside the text of a paragraph, or behind it. */
export type InlineContent =
  | { readonly kind: 'box'; readonly content: XmlElement }
  | { readonly kind: 'note'; readonly mark: string; readonly content: XmlElement }
  /** By the id of its relationship. */
  | { readonly kind: 'chart' | 'diagram'; readonly id: string }

export type Inline = { readonly text: string; readonly attachments: readonly InlineContent[] }

export type Notes = Readonly<Record<'footnote' | 'endnote', ReadonlyMap<string, XmlElement>>>

/** Not text of the document: properties, what was deleted or moved away, the code of fields, the reading of ruby. */
const omitted = new Set(
  'w:pPr w:rPr w:sdtPr w:sdtEndPr w:del w:moveFrom w:delText w:instrText w:delInstrText w:rt w:rubyPr w:ffData w:fldData w:tblPr'.split(
    ' ',
  ),
)

const signs: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
  'a:br': '\n',
}

/** The value of a box or a list of a form, which is not in the text of its field. */
function readFormField(field: XmlElement | undefined): string {
  const box = findChild(field, 'w:checkBox')
  if (box) return (readToggle(box, 'w:checked') ?? readToggle(box, 'w:default') ?? false) ? '☒' : '☐'
  const list = findChild(field, 'w:ddList')
  const chosen = Number(readValue(list, 'w:result') ?? readValue(list, 'w:default') ?? 0)
  return (list && listChildren(list, 'w:listEntry')[chosen]?.attributes['w:val']) ?? ''
}

type InlineOptions = { readonly styles: Styles; readonly notes: Notes; readonly findings: Findings }

export type InlineReader = ReturnType<typeof createInlineReader>

/** Returns a reader of the paragraphs in their order: a field may go on from one to the next, and notes are counted. */
export function createInlineReader({ styles, notes, findings }: InlineOptions) {
  /** The fields that are open: what is before their `separate` is code. */
  const fields: ('code' | 'result')[] = []
  const noteCounts = { footnote: 0, endnote: 0 }

  function readNote(kind: 'footnote' | 'endnote', { attributes }: XmlElement): InlineContent | undefined {
    const content = notes[kind].get(attributes['w:id'] ?? '')
    if (!content) return undefined
    // The sign of the writer's own is text.
    if (/^(?:1|true|on)$/.test(attributes['w:customMarkFollows'] ?? '')) return { kind: 'note', mark: '', content }
    noteCounts[kind] += 1
    return { kind: 'note', mark: `[${formatNumber(noteCounts[kind], kind === 'endnote' ? 'lowerRoman' : 'decimal')}]`, content }
  }

  /** Returns the value of a form's field where it begins. */
  function countField(field: XmlElement): string {
    const type = field.attributes['w:fldCharType']
    if (type === 'begin') {
      fields.push('code')
      return readFormField(findChild(field, 'w:ffData'))
    }
    if (type === 'separate') fields[fields.length - 1] = 'result'
    else if (type === 'end') fields.pop()
    return ''
  }

  return (paragraph: XmlElement, style: Style | undefined): Inline => {
    const pieces: RaisedPiece[] = []
    const attachments: InlineContent[] = []
    let lastShift: RunFormat['shift'] = 'normal'

    /** A text is moved against what stands before it; a whole paragraph that is moved is not raised. */
    function findPosition(text: string, { position, shift = 'normal' }: RunFormat): RaisedPiece['position'] {
      const last = pieces.at(-1)
      const before = last?.position ?? 'normal'
      if (text.trim() === '') return before
      const isMoved = shift !== lastShift && /\S$/.test(last?.text ?? '')
      const moved = isMoved ? shift : shift === lastShift && shift !== 'normal' ? before : 'normal'
      lastShift = shift
      return position ?? moved
    }

    function add(text: string, format: RunFormat) {
      if (text === '' || fields.includes('code')) return
      // What is struck out or hidden does not hold, and no one who reads the document would quote it.
      if (format.isStruck || format.isHidden) {
        if (text.trim() !== '') findings.add('hidden', { at: text.trim() })
      } else {
        pieces.push({ text, position: findPosition(text, format) })
      }
    }

    function walkAll(element: XmlElement, format: RunFormat) {
      for (const child of childElements(element)) walk(child, format)
    }

    function walkRun(run: XmlElement, format: RunFormat) {
      const properties = findChild(run, 'w:rPr')
      const styleId = readValue(properties, 'w:rStyle')
      const characterStyle = styleId === undefined ? undefined : styles.find(styleId)
      walkAll(run, mergeFormats(mergeFormats(readRunFormat(properties), characterStyle?.run ?? {}), format))
    }

    function walk(element: XmlElement, format: RunFormat) {
      const { name, attributes } = element
      if (omitted.has(name)) return
      const sign = signs[name]
      if (sign !== undefined) return add(sign, format)
      switch (name) {
        case 'w:r':
          return walkRun(element, format)
        case 'w:t':
        case 'a:t':
          return add(decodeSymbols(textContent(element), format.font), format)
        case 'w:sym':
          return add(
            decodeSymbols(String.fromCodePoint(Number.parseInt(attributes['w:char'] ?? '', 16) || 0xff_fd), attributes['w:font']),
            format,
          )
        case 'w:fldChar':
          return pushFormValue(countField(element))
        case 'w:footnoteReference':
          return attachNote(readNote('footnote', element))
        case 'w:endnoteReference':
          return attachNote(readNote('endnote', element))
        case 'mc:AlternateContent': {
          const branch = chooseAlternate(element)
          return branch && walkAll(branch, format)
        }
        case 'w:txbxContent':
          attachments.push({ kind: 'box', content: element })
          return
        case 'c:chart':
        case 'cx:chart':
          attachments.push({ kind: 'chart', id: attributes['r:id'] ?? '' })
          return
        case 'dgm:relIds':
          attachments.push({ kind: 'diagram', id: attributes['r:dm'] ?? '' })
          return
        case 'm:oMath':
        case 'm:oMathPara':
          return add(formatOmml(element), {})
        case 'v:textpath':
          return add(attributes['string'] ?? '', {})
        case 'w:object':
          findings.add('charts', {
            at:
              pieces
                .map(({ text }) => text)
                .join('')
                .trim() || 'object',
          })
          return walkAll(element, format)
        default:
          // Whatever else there is holds text like a paragraph does: insertions, controls, links, smart tags, ruby, and what is yet to come.
          return walkAll(element, format)
      }
    }

    function pushFormValue(text: string) {
      if (text !== '') pieces.push({ text, position: 'normal' })
    }

    function attachNote(note: InlineContent | undefined) {
      if (note?.kind !== 'note') return
      attachments.push(note)
      pieces.push({ text: note.mark, position: 'normal' })
    }

    walkAll(paragraph, style?.run ?? {})
    return { text: joinRaised(pieces), attachments }
  }
}
