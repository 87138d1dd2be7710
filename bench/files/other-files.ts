// Files that others made: what they say is known only from pdftotext, and from the text elements of office files.
import { acceptedFileTypes, type FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { FindingKind } from '@heddle/contracts/document/reading'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Count } from '../../apps/api/test/corpus/score.ts'
import { unpackZip } from '../../apps/api/test/files/collection-file.ts'
import { readWithPdftotext } from './pdftotext.ts'
import type { ReadFile } from './reader-of.ts'

export type OtherScore = {
  readonly reader: string
  readonly name: string
  readonly format: string
  readonly refusal: string | null
  readonly findings: readonly FindingKind[]
  readonly words: Count
  readonly lostWords: readonly string[]
}

const mediaTypes = new Map<string, FileMediaType>(
  Object.entries(acceptedFileTypes).flatMap(([type, endings]) => endings.map((ending) => [ending, type as FileMediaType])),
)

/** Reads the files of a folder with each reader, and counts the words of their text that are missing, each as often as it is there. */
export async function scoreOthers(folder: string, readers: readonly (readonly [string, ReadFile])[]): Promise<OtherScore[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const scores: OtherScore[] = []
  for (const [reader, read] of readers) {
    for (const name of names) {
      const format = name.split('.').at(-1)?.toLowerCase() ?? ''
      const mediaType = mediaTypes.get(format)
      if (mediaType === undefined || mediaType.startsWith('image/')) continue
      const path = join(folder, name)
      const [reading, reference] = [await read({ path, mediaType }), await readReference(path, mediaType)]
      const isRefused = 'refusal' in reading
      const { total, missing } = compareWords(reference, isRefused ? '' : reading.text)
      const findings = isRefused ? [] : reading.findings
      const refusal = isRefused ? reading.refusal : null
      // Of a file that is refused, nothing is compared: the refusal is its result.
      const words = isRefused ? { total: 0, lost: 0 } : { total, lost: missing.length }
      scores.push({ reader, name, format, refusal, findings, words, lostWords: isRefused ? [] : missing })
    }
  }
  return scores
}

const listWords = (text: string) =>
  text.normalize('NFKC').match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu) ?? []

function compareWords(reference: string, text: string): { readonly total: number; readonly missing: string[] } {
  const found = new Map<string, number>()
  for (const word of listWords(text)) found.set(word, (found.get(word) ?? 0) + 1)
  const words = listWords(reference)
  const missing = words.filter((word) => {
    const count = found.get(word) ?? 0
    found.set(word, count - 1)
    return count <= 0
  })
  return { total: words.length, missing }
}

const textParts = /^(?:word\/(?:document\d*|footnotes|endnotes)|ppt\/slides\/slide\d+|xl\/(?:sharedStrings|worksheets\/sheet\d+))\.xml$/i
const textElements = /<(?:[a-z]\w*:)?t(?:\s[^>]*)?>([^<]*)</g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescape = (text: string) =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
    hex || decimal ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)) : (entities[name ?? ''] ?? ' '),
  )

async function readReference(path: string, mediaType: FileMediaType): Promise<string> {
  if (mediaType === 'application/pdf') {
    const reading = await readWithPdftotext({ path, mediaType })
    return 'refusal' in reading ? '' : reading.text
  }
  if (!mediaType.includes('officedocument')) return ''
  const entries = await unpackZip(await readFile(path)).catch(() => new Map<string, Buffer>())
  return [...entries]
    .filter(([name]) => textParts.test(name))
    .map(([, content]) => [...content.toString().matchAll(textElements)].map(([, text = '']) => unescape(text)).join(' '))
    .join('\n')
}
