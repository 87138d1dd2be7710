// A chat as a Markdown file. What people and models wrote is quoted, line by line: no heading, fence or list of theirs can
// end where ours begin, and it is still rendered as it was meant.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { Language } from '@heddle/contracts/languages'
import { renumberCitations } from '@heddle/text/citation/citation-numbers'
import type { Message, MessageSource } from '@heddle/contracts/message/message'
import { scanProse } from '@heddle/text/prose/prose-scanner'
import { findEndReason } from './end-reasons.ts'
import { exportWords, type ExportWords } from './export-words.ts'

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

function writeSource(source: MessageSource, index: number, words: ExportWords) {
  const { colon, comma, inBrackets } = words.punctuation
  const file = source.file && source.file.name !== source.title ? inBrackets(plain(source.file.name)) : ''
  const page = source.page === null ? '' : comma + words.page(source.page)
  return `- \\[${index + 1}\\] **${plain(source.title ?? words.unnamedSource)}**${file}${page}${colon}${plain(source.passage)}`
}

/** The shown path of a chat, with who wrote when, with which model, files and sources. */
export function writeChatMarkdown(chat: Chat, { language, timeZone, exportedAt }: MarkdownOptions): string {
  const words = exportWords[language]
  const { colon, separator, inBrackets } = words.punctuation
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const time = (at: Date | string) => clock.format(new Date(at)) + inBrackets(timeZone)
  const assistant = chat.assistant && (chat.assistant.name[language] ?? chat.assistant.name.default)

  function writeMessage(message: Message, at: number) {
    const by = message.role === 'user' ? [words.question] : [words.reply, ...(message.model ? [plain(message.model.name)] : [])]
    const status = words.status[message.status]
    const reason = message.error ? findEndReason(message.error.code, language) : null
    return [
      `## ${[...by, time(message.created_at), ...(status ? [status] : [])].join(' · ')}`,
      ...(message.files.length > 0 ? [words.files + colon + message.files.map(({ name }) => plain(name)).join(separator)] : []),
      ...(message.content === '' ? [] : [quote(nameFootnotes(renumberCitations(message.content, message.sources), at + 1))]),
      ...(reason === null ? [] : [reason]),
      ...(message.sources.length > 0
        ? [`${words.sources}${colon}`.trimEnd(), message.sources.map((source, index) => writeSource(source, index, words)).join('\n')]
        : []),
    ].join('\n\n')
  }

  const facts = [
    ...(assistant ? [`- ${words.assistant}${colon}${plain(assistant)}`] : []),
    `- ${words.begun}${colon}${time(chat.created_at)}`,
    `- ${words.exported}${colon}${time(exportedAt)}`,
  ]
  return [`# ${plain(chat.title ?? words.unnamed)}`, facts.join('\n'), ...chat.messages.map(writeMessage)].join('\n\n') + '\n'
}

const maxNameCharacters = 80

/** A file's name that every system takes: the chat's title as far as it can be one. */
export function exportFileName(title: string | null, ending: 'md' | 'json'): string {
  const name = (title ?? '')
    .toWellFormed()
    .replaceAll(invisible, ' ')
    .replaceAll(/[\\/:*?"<>|\uFFFD]/g, ' ')
    .replaceAll(/\s+/gu, ' ')
  const cut = name
    .slice(0, maxNameCharacters)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return `${cut || 'chat'}.${ending}`
}
