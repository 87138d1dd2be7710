// The scores as Markdown tables.
import { printNote, printTable } from '../report.ts'
import { languages } from '@heddle/contracts/languages'
import type { Count, Score } from '../../apps/api/test/corpus/score.ts'
import type { OtherScore } from './other-files.ts'

export type Scored = {
  readonly reader: string
  readonly name: string
  readonly format: string
  readonly language: string
  readonly refusal: string | null
  readonly score: Score
}

type Measure = 'characters' | 'numbers' | 'cells'

const share = (results: readonly Scored[], measure: Measure) => {
  const counts: readonly Count[] = results.map(({ score }) => score[measure])
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  const lost = counts.reduce((sum, count) => sum + count.lost, 0)
  return total === 0 ? '–' : `${(100 - (100 * lost) / total).toFixed(2)} %`
}

const isSilent = ({ refusal, score }: Scored) => refusal === null && score.isSilent

const describeGroup = (results: readonly Scored[]) => [
  String(results.length),
  share(results, 'characters'),
  share(results, 'numbers'),
  share(results, 'cells'),
  String(results.filter(({ refusal }) => refusal !== null).length),
  String(results.filter(isSilent).length),
  String(results.filter(({ score }) => score.needless.length > 0).length),
]

const columns = [
  'reader',
  'files',
  'characters',
  'numbers with unit',
  'cells in their column',
  'refused wrongly',
  'silent losses',
  'needless findings',
]

function printGroups(title: string, results: readonly Scored[], names: readonly string[], nameOf: (result: Scored) => string) {
  const readers = [...new Set(results.map(({ reader }) => reader))]
  const rows = [...names, 'all'].flatMap((name) =>
    readers.flatMap((reader) => {
      const group = results.filter((result) => result.reader === reader && (name === 'all' || nameOf(result) === name))
      return group.length === 0 ? [] : [[name, reader, ...describeGroup(group)]]
    }),
  )
  printTable(title, ['', ...columns], rows)
}

export function printScores(results: readonly Scored[], compared: readonly Scored[]) {
  printGroups('What is kept, by format', results, [...new Set(results.map(({ format }) => format))], ({ format }) => format)
  printGroups('What is kept, by language', results, languages, ({ language }) => language)
  if (compared.some(({ refusal }) => refusal === 'NOT_INSTALLED')) {
    printNote('pdftotext is not installed (Debian: apt-get install poppler-utils).')
    return
  }
  const names = new Set(compared.map(({ name }) => name))
  const pdfs = [...results.filter(({ name, format }) => format === 'pdf' && names.has(name)), ...compared]
  printGroups('Born-digital PDF beside pdftotext, which has no tables', pdfs, languages, ({ language }) => language)
}

/** Prints each file of which something is lost, by the reader that is measured. */
export function printLosses(results: readonly Scored[]) {
  const last = results.at(-1)?.reader
  const lost = results.filter(({ reader, score, refusal }) => reader === last && (refusal !== null || score.faults.length > 0))
  const rows = lost
    .toSorted((a, b) => Number(isSilent(b)) - Number(isSilent(a)) || a.format.localeCompare(b.format) || a.name.localeCompare(b.name))
    .map((result) => [
      result.format,
      result.name,
      result.refusal ?? (isSilent(result) ? 'silent' : 'said'),
      result.refusal === null ? summarize(result.score.faults) : '',
    ])
  printTable(`What is lost (${last})`, ['format', 'file', '', 'what'], rows)
}

const maxFaults = 4

const summarize = (faults: readonly string[]) =>
  [...faults.slice(0, maxFaults), ...(faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : [])]
    .join('; ')
    .replaceAll(/[\n|]/g, ' ')

export function printOthers(others: readonly OtherScore[]) {
  if (others.length === 0) return
  const keys = [...new Set(others.map(({ format, reader }) => `${format} ${reader}`))].toSorted()
  const rows = keys.map((key) => {
    const group = others.filter(({ format, reader }) => `${format} ${reader}` === key)
    const words = group.reduce((sum, { words: count }) => sum + count.total, 0)
    const lost = group.reduce((sum, { words: count }) => sum + count.lost, 0)
    const refused = group.filter(({ refusal }) => refusal !== null).length
    return [
      key,
      String(group.length),
      words === 0 ? '–' : `${(100 - (100 * lost) / words).toFixed(2)} %`,
      String(refused),
      String(group.filter(isLostSilently).length),
    ]
  })
  printTable(
    "Files of others, beside pdftotext and the files' own text elements",
    ['', 'files', 'words', 'refused', 'more than 5 % lost silently'],
    rows,
  )
  const last = others.at(-1)?.reader
  const worst = others.filter((other) => other.reader === last && (other.refusal !== null || isLostSilently(other)))
  printTable(
    `Files of others that are refused or lose words silently (${last})`,
    ['file', '', 'words', 'lost'],
    worst.map(({ name, refusal, words, lostWords }) => [
      name,
      refusal ?? 'silent',
      `${words.total - words.lost} of ${words.total}`,
      summarize(lostWords),
    ]),
  )
}

const isLostSilently = ({ refusal, words, findings }: OtherScore) =>
  refusal === null && findings.length === 0 && words.lost > words.total * 0.05
