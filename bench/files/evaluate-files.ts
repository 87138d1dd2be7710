// `pnpm score`: what the confined reader loses of files whose text is known, by format and language; beside another checkout's
// reader, and beside pdftotext where it is installed.
import { type Language, languages } from '@heddle/contracts/languages'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeCorpus } from '../../apps/api/test/corpus/corpus.ts'
import type { CorpusFile } from '../../apps/api/test/corpus/corpus-file.ts'
import { scoreReading } from '../../apps/api/test/corpus/score.ts'
import { root as here } from '../../scripts/processes/program.ts'
import { scoreOthers } from './other-files.ts'
import { readWithPdftotext } from './pdftotext.ts'
import { printFiles } from './printed-files.ts'
import { loadReader, type ReadFile, type CorpusFileOnDisk } from './reader-of.ts'
import { compareSpeed, printSpeed } from './reader-speed.ts'
import { printLosses, printOthers, printScores, type Scored } from './score-tables.ts'

export type FilesOptions = {
  /** The checkout whose reader is measured, and one to compare it with. */
  readonly root?: string | undefined
  readonly against?: string | undefined
  /** A folder of files that others made. */
  readonly others?: string | undefined
  /** The folder of Tesseract's data. */
  readonly ocrData?: string | undefined
  readonly pairs: number
  readonly isJson: boolean
  readonly skipsChromium: boolean
  /** Each kind in two languages instead of all. */
  readonly isQuick: boolean
  /** A part of the names of those kinds that are read, and of their formats. */
  readonly only?: string | undefined
}

const dataNames: Readonly<Record<Language, string>> = { zhHant: 'chi_tra', en: 'eng', ja: 'jpn', th: 'tha', vi: 'vie' }

const requireOfApi = createRequire(join(here, 'apps/api/package.json'))
const englishData = () => join(dirname(requireOfApi.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')

export async function evaluateFiles(options: FilesOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-files-'))
  try {
    const ocrData = options.ocrData ?? englishData()
    const made = await makeCorpus(options.isQuick)
    const printed = options.skipsChromium ? [] : await printFiles(await findRecognized(ocrData))
    const { only = '' } = options
    const files = await storeFiles(
      folder,
      [...made, ...printed].filter(({ name, format }) => `${format} ${name}`.includes(only)),
    )
    const readers: (readonly [string, ReadFile])[] = []
    if (options.against !== undefined) readers.push(['before', await loadReader(options.against)])
    readers.push([options.against === undefined ? 'now' : 'after', await loadReader(options.root ?? here)])
    const results: Scored[] = []
    for (const [reader, read] of readers) results.push(...(await scoreFiles(files, reader, read, ocrData)))
    const pdfs = files.filter(({ mediaType, isRecognized }) => mediaType === 'application/pdf' && !isRecognized)
    const compared = await scoreFiles(pdfs, 'pdftotext', readWithPdftotext)
    const others = options.others === undefined ? [] : await scoreOthers(options.others, readers)
    const speed =
      options.against === undefined || options.pairs === 0 ? [] : await compareSpeed(listReadByAll(files, results), readers, options.pairs)
    if (options.isJson) {
      process.stdout.write(`${JSON.stringify({ files: [...results, ...compared], others, speed }, null, 1)}\n`)
      return
    }
    printScores(results, compared)
    printLosses(results)
    printOthers(others)
    printSpeed(speed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A refusal costs less than a reading: such files would be compared with nothing. */
const listReadByAll = (files: readonly CorpusFileOnDisk[], results: readonly Scored[]) => {
  const refused = new Set(results.flatMap(({ name, format, refusal }) => (refusal === null ? [] : [`${format} ${name}`])))
  return files.filter(({ name, format }) => !refused.has(`${format} ${name}`))
}

async function findRecognized(ocrData: string): Promise<ReadonlySet<Language>> {
  const names = await readdir(ocrData)
  return new Set(languages.filter((language) => names.some((name) => name.startsWith(`${dataNames[language]}.traineddata`))))
}

async function storeFiles(folder: string, files: readonly CorpusFile[]): Promise<CorpusFileOnDisk[]> {
  return Promise.all(
    files.map(async (file, index) => {
      const path = join(folder, `${index}.${file.format}`)
      await writeFile(path, file.content)
      return { ...file, content: Buffer.alloc(0), path }
    }),
  )
}

/** As many as the reader of chats has at once. */
const concurrency = 2

async function scoreFiles(files: readonly CorpusFileOnDisk[], reader: string, read: ReadFile, ocrData?: string): Promise<Scored[]> {
  const results: Scored[] = []
  const queue = [...files]
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const { name, format, language, path, mediaType, expected, isRecognized } = file
        const reading = await read({ path, mediaType, ocrDataDir: isRecognized ? ocrData : undefined })
        const isRefused = 'refusal' in reading
        const score = scoreReading(expected, isRefused ? { text: '', findings: [] } : reading)
        results.push({ reader, name, format, language, refusal: isRefused ? reading.refusal : null, score })
      }
    }),
  )
  return results
}
