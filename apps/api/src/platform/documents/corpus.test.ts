// A file of each kind of the corpus, through the confined reader: nothing is lost, and nothing needless is said. `pnpm score`
// reads all of them, in every language.
import { languages } from '@heddle/contracts/languages'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKinds, makeFile } from '../../../test/corpus/corpus.ts'
import { scoreReading } from '../../../test/corpus/score.ts'
import { readBlocks } from './block-reader.ts'

/** Those that make the most of what people's files have, a language each. */
const chosen = new Set([
  'utf-16 without a mark',
  'an older encoding',
  'of an instrument',
  'markdown',
  'page in an older encoding',
  'cells that span',
  'raised and deleted',
  'merged cells',
  'raised, lowered and struck out',
  'notes',
  'comments and a header',
  'numbers of paragraphs',
  'a text box, ruby, a control and an insertion',
  'paragraphs and tables in cells',
  'of Word Online',
  'a chart',
  'a slide with a table',
  'merged cells of a slide',
  'hidden and unlisted slides',
  'formats of numbers',
  'formulas without values',
  'odd cells',
  'a workbook named otherwise',
  'a filled form',
  'a page of two and a scanned page',
])

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.concurrent.each(fileKinds.filter(({ name }) => chosen.has(name)).map((kind, index) => ({ kind, name: kind.name, index })))(
  'of a file with $name nothing is lost',
  async ({ kind, index }) => {
    const file = await makeFile(kind, languages[index % languages.length] ?? 'en')
    if (!file) throw new Error(`No file of ${kind.name}`)
    const path = join(folder, String(index))
    await writeFile(path, file.content)
    const { pages, findings = [] } = await readBlocks({ path, mediaType: file.mediaType }, new AbortController().signal)
    const text = pages.map((page) => `${page.label ?? ''}\n\n${page.text}`).join('\n\n')
    const { faults, needless } = scoreReading(file.expected, { text, findings: findings.map((finding) => finding.kind) })
    expect({ faults, needless }).toEqual({ faults: [], needless: [] })
  },
)
