// A chat as a Markdown file. What people and models wrote is quoted, line by line: no heading, fence or list of theirs can
// end where ours begin, and it is still rendered as it was meant.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { Language } from '@heddle/contracts/languages'
import { renumberCitations } from '@heddle/text/citation/citation-numbers'
import type { Message, MessageSource } from '@heddle/contracts/message/message'
import { scanProse } from '@heddle/text/prose/prose-scanner'
import { translate } from '@heddle/words/words'
import { toFileStem } from '../../../platform/files/file-name.ts'
import { createExportWords, punctuations } from '../export-words.ts'
import { findEndReason } from '../end-reasons.ts'

export type MarkdownOptions = {
  readonly language: Language
  readonly timeZone: string
  readonly exportedAt: Date
}

const invisible = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]+/gu

/** A text as one line that means nothing to Markdown. */
const plain = (text: string) =>
  text
    .replaceAll(invisible, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>()#|~&$!]/g, String.raw`\$&`)

const quote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const footnote = /\[\^([^\]\s[]{1,100})\]/g

/** Gives the footnotes of a message names of their own: in one file the notes of all messages are the same ones. */
function nameFootnotes(text: string, message: number): string {
  if (!/^ {0,3}\[\^/m.test(text)) return text
  return scanProse(text)
    .map((segment) => (segment.kind === 'prose' ? segment.text.replaceAll(footnote, `[^${message}-$1]`) : segment.text))
    .join('')
}

function writeSource({ title, file, page, passage }: MessageSource, index: number, language: Language) {
  const { colon, inBrackets } = punctuations[language]
  const fileName = file && file.name !== title ? inBrackets(plain(file.name)) : ''
  const name = `**${plain(title ?? translate(language, 'export.unnamedSource'))}**${fileName}`
  return `- \\[${index + 1}\\] ${page === null ? name : translate(language, 'export.nameAtPage', { name, page })}${colon}${plain(passage)}`
}

/** The shown path of a chat, with who wrote when, with which model, files and sources. */
export function writeChatMarkdown(chat: Chat, { language, timeZone, exportedAt }: MarkdownOptions): string {
  const { word, time, punctuation, describeMessage } = createExportWords(language, timeZone)
  const { colon, separator } = punctuation
  const assistant = chat.assistant && (chat.assistant.name[language] ?? chat.assistant.name.default)

  function writeMessage(message: Message, at: number) {
    const reason = message.error ? findEndReason(message.error.code, language) : null
    return [
      `## ${describeMessage(message, plain).join(' · ')}`,
      ...(message.files.length > 0 ? [word('export.files') + colon + message.files.map(({ name }) => plain(name)).join(separator)] : []),
      ...(message.content === '' ? [] : [quote(nameFootnotes(renumberCitations(message.content, message.sources), at + 1))]),
      ...(reason === null ? [] : [reason]),
      ...(message.sources.length > 0
        ? [
            `${word('export.sources')}${colon}`.trimEnd(),
            message.sources.map((source, index) => writeSource(source, index, language)).join('\n'),
          ]
        : []),
    ].join('\n\n')
  }

  const facts = [
    ...(assistant ? [`- ${word('export.assistant')}${colon}${plain(assistant)}`] : []),
    `- ${word('export.begun')}${colon}${time(chat.created_at)}`,
    `- ${word('export.exported')}${colon}${time(exportedAt)}`,
  ]
  return [`# ${plain(chat.title ?? word('export.unnamed'))}`, facts.join('\n'), ...chat.messages.map(writeMessage)].join('\n\n') + '\n'
}

/** The name of the file of a chat: its title as far as it can be one. */
export const exportFileName = (title: string | null, ending: 'md' | 'json' | 'docx'): string =>
  `${toFileStem(title ?? '') || 'chat'}.${ending}`
