// A chat, or one reply of it, as a Word file.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { Language } from '@heddle/contracts/languages'
import type { Message, MessageSource } from '@heddle/contracts/message/message'
import { readReplyParts } from '@heddle/markdown/reply-parts'
import { renumberCitations } from '@heddle/text/citation/citation-numbers'
import { translate } from '@heddle/words/words'
import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  type INumberingOptions,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx'
import { findEndReason } from '../end-reasons.ts'
import { createExportWords } from '../export-words.ts'
import { type Block, bullets, createLevels, numbersFrom, writeParts } from './word-blocks.ts'
import { createStyles, markLanguage } from './word-style.ts'
import { cleanText, isRightToLeft } from './word-text.ts'

export type WordChat = {
  readonly chat: Pick<Chat, 'title' | 'assistant' | 'created_at' | 'messages'>
  readonly language: Language
  readonly timeZone: string
  readonly exportedAt: Date
  /** What stands at the top of each page. */
  readonly brand: { readonly name: string; readonly logo: string | null }
  /** Whether it is one reply, without the facts of its chat. */
  readonly isExcerpt: boolean
}

/** In pixels. */
const logoBox = { width: 112, height: 28 }

/** Returns the logo with its proportions. One that is no PNG, which the web makes of all but the largest, is left out. */
function writeLogo(logo: string | null): ParagraphChild[] {
  const [, content = ''] = /^data:image\/png;base64,(.+)$/.exec(logo ?? '') ?? []
  const data = Buffer.from(content, 'base64')
  // The size is in the first chunk.
  const [width, height] = data.length < 24 ? [0, 0] : [data.readUInt32BE(16), data.readUInt32BE(20)]
  if (width === 0 || height === 0) return []
  const scale = Math.min(logoBox.width / width, logoBox.height / height)
  const transformation = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  return [new ImageRun({ type: 'png', data, transformation })]
}

function writeSource(
  source: MessageSource,
  index: number,
  language: Language,
  inBrackets: (text: string) => string,
  colon: string,
): string {
  const { title, file, page, passage, knowledge } = source
  const fileName = file && file.name !== title ? inBrackets(file.name) : ''
  const name = `${title ?? translate(language, 'export.unnamedSource')}${fileName}`
  const at = page === null ? name : translate(language, 'export.nameAtPage', { name, page })
  const until = knowledge?.valid_until ? inBrackets(translate(language, 'export.validUntil', { date: knowledge.valid_until })) : ''
  return `[${index + 1}] ${at}${until}${passage === '' ? '' : colon + passage}`
}

/**
 * Returns the bytes of the file. Writing takes processor time and memory that grow with the chat: it is called in a thread with limits for both.
 */
export async function writeWordChat({ chat, language, timeZone, exportedAt, brand, isExcerpt }: WordChat): Promise<Buffer> {
  const { word, time, punctuation, describeMessage } = createExportWords(language, timeZone)
  const { colon, separator, inBrackets } = punctuation
  const footnotes: Record<string, { children: Paragraph[] }> = {}
  const starts = new Set<number>()
  let noteCount = 0
  let listCount = 0

  const takeList = (start: number) => {
    starts.add(start)
    return { reference: numbersFrom(start), instance: ++listCount }
  }
  const line = (text: string, options: { heading?: (typeof HeadingLevel)[keyof typeof HeadingLevel]; of?: Language } = {}) =>
    new Paragraph({
      ...(options.heading && { heading: options.heading }),
      ...(isRightToLeft(text) && { bidirectional: true }),
      children: [new TextRun({ text: cleanText(text), ...markLanguage(options.of ?? language) })],
    })

  function writeText(text: string, of: Language): Block[] {
    const { parts, notes } = readReplyParts(text)
    const written = new Map<number, number>()
    const headingShift = isExcerpt ? 0 : 1
    const base = { language: of, headingShift, takeList, hasTables: true }
    const takeFootnote = (number: number) => {
      const known = written.get(number)
      if (known !== undefined) return { id: known, isFirst: false }
      const note = notes.find((each) => each.number === number)
      if (!note) return null
      noteCount += 1
      written.set(number, noteCount)
      const blocks = writeParts(note.parts, { ...base, hasTables: false, takeFootnote: () => null })
      footnotes[noteCount] = { children: blocks.filter((block) => block instanceof Paragraph) }
      return { id: noteCount, isFirst: true }
    }
    return writeParts(parts, { ...base, takeFootnote })
  }

  function writeMessage(message: Message): Block[] {
    const { content, sources, response_language: of, files, error } = message
    const reason = error ? findEndReason(error.code, language) : null
    return [
      line(describeMessage(message, (text) => text).join(' · '), { heading: HeadingLevel.HEADING_1 }),
      ...(files.length > 0 ? [line(word('export.files') + colon + files.map(({ name }) => name).join(separator))] : []),
      ...writeText(renumberCitations(content, sources), of),
      ...(reason === null ? [] : [line(reason)]),
      ...(sources.length > 0 ? [line(`${word('export.sources')}${colon}`.trimEnd())] : []),
      ...sources.map((source, index) => line(writeSource(source, index, language, inBrackets, colon), { of })),
    ]
  }

  const title = chat.title ?? word('export.unnamed')
  const assistant = chat.assistant && (chat.assistant.name[language] ?? chat.assistant.name.default)
  const facts = [
    ...(assistant ? [word('export.assistant') + colon + assistant] : []),
    word('export.begun') + colon + time(chat.created_at),
    word('export.exported') + colon + time(exportedAt),
  ]
  const children = [
    line(title, { heading: HeadingLevel.TITLE }),
    ...(isExcerpt ? [] : facts.map((fact) => line(fact))),
    ...chat.messages.flatMap(writeMessage),
  ]
  const numbering: INumberingOptions = {
    config: [
      { reference: bullets, levels: createLevels(null) },
      ...[...starts].map((start) => ({ reference: numbersFrom(start), levels: createLevels(start) })),
    ],
  }
  const document = new Document({
    title: cleanText(title),
    creator: cleanText(brand.name),
    lastModifiedBy: cleanText(brand.name),
    styles: createStyles(language),
    numbering,
    footnotes,
    sections: [
      {
        headers: {
          default: new Header({
            children: [
              new Paragraph({
                children: [...writeLogo(brand.logo), new TextRun({ text: ` ${cleanText(brand.name)}`, ...markLanguage(language) })],
              }),
            ],
          }),
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
              }),
            ],
          }),
        },
        children,
      },
    ],
  })
  return Packer.toBuffer(document)
}
