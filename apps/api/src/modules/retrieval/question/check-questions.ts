// Which questions a CSV would add, and everything that is wrong with it: all of it at once, so that it is put right in one go.
import { createCollectionQuestion, type QuestionColumn, questionColumns, type QuestionProblem } from '@heddle/contracts/retrieval/question'
import { limits } from '@heddle/contracts/limits'
import { fold } from '@heddle/text/language/folding'
import { z } from 'zod'
import { findMalformedLine, parseCsvRows } from '../../../platform/http/table/csv-rows.ts'

type CheckedQuestion = { readonly question: string; readonly sourceId: string; readonly passage: string | null; readonly note: string }

export type QuestionCheck = {
  /** Those without problems. */
  readonly questions: readonly CheckedQuestion[]
  readonly problems: readonly QuestionProblem[]
}

type NamedSource = { readonly id: string; readonly title: string; readonly fileName: string | null; readonly folder: string | null }
type Problem = QuestionProblem['problem']
type AddProblem = (line: number, column: QuestionColumn | null, problem: Problem, value?: string) => void

const maxProblems = 500
const shownCharacters = 100

const requiredColumns = ['question', 'source'] as const
const { text, passage, note } = createCollectionQuestion.schema.body.shape.question.shape
const Row = z.object({ question: text, passage: passage.unwrap(), note: note.unwrap() })

/** The column of each cell; null when the header does not say. */
function readHeader(cells: readonly string[], line: number, add: AddProblem): readonly QuestionColumn[] | null {
  const columns = cells.map((cell) => questionColumns.find((column) => column === fold(cell)))
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  const repeated = columns.filter((column, index) => column !== undefined && columns.indexOf(column) < index)
  for (const [index, column] of columns.entries()) if (column === undefined) add(line, null, 'unknown_column', cells[index])
  for (const column of missing) add(line, column, 'missing_column')
  for (const column of repeated) if (column) add(line, column, 'repeated_column')
  const known = columns.filter((column) => column !== undefined)
  return known.length === cells.length && missing.length + repeated.length === 0 ? known : null
}

/** Returns a function that finds the sources that a cell may mean: by the id, else by the title, the name of the file, or that with its folder. */
function indexSources(sources: readonly NamedSource[]) {
  const byName = new Map<string, Set<string>>()
  for (const { id, title, fileName, folder } of sources)
    for (const name of [title, fileName, fileName !== null && folder !== null ? `${folder}/${fileName}` : null])
      if (name !== null) byName.set(fold(name), (byName.get(fold(name)) ?? new Set()).add(id))
  const ids = new Set(sources.map(({ id }) => id))
  return (cell: string): readonly string[] => (ids.has(cell.toLowerCase()) ? [cell.toLowerCase()] : [...(byName.get(fold(cell)) ?? [])])
}

export async function checkQuestions(csv: string, sources: readonly NamedSource[]): Promise<QuestionCheck> {
  const problems: QuestionProblem[] = []
  const questions: CheckedQuestion[] = []
  const findSources = indexSources(sources)
  let columns: readonly QuestionColumn[] | null | undefined
  let rowCount = 0

  const add: AddProblem = (line, column, problem, value) => {
    const shown = value?.slice(0, shownCharacters).toWellFormed()
    if (problems.length < maxProblems) problems.push({ line, column, problem, ...(shown && { value: shown }) })
  }

  function readSource(line: number, cell: string): string | null {
    const [id, ...others] = findSources(cell)
    if (id !== undefined && others.length === 0) return id
    add(line, 'source', cell === '' ? 'required' : id === undefined ? 'unknown_source' : 'ambiguous_source', cell)
    return null
  }

  function readRow(line: number, cells: ReadonlyMap<QuestionColumn, string>) {
    const sourceId = readSource(line, cells.get('source') ?? '')
    const row = { question: cells.get('question') ?? '', passage: cells.get('passage') || null, note: cells.get('note') ?? '' }
    const read = Row.safeParse(row)
    for (const { path, code } of read.error?.issues ?? []) {
      const column = path[0] as keyof typeof row
      const cell = row[column] ?? ''
      add(line, column, cell === '' ? 'required' : code === 'too_big' ? 'too_long' : 'invalid', cell)
    }
    if (sourceId !== null && read.success) questions.push({ ...read.data, sourceId })
  }

  try {
    for await (const { line, cells } of parseCsvRows(csv)) {
      if (columns === undefined) {
        columns = readHeader(cells, line, add)
        if (columns === null) break
        continue
      }
      if (columns === null) break
      rowCount += 1
      if (rowCount > limits.questionsPerCollection) {
        add(line, null, 'too_many_rows')
        break
      }
      const names = columns
      if (cells.length === names.length) readRow(line, new Map(cells.map((cell, index) => [names[index] ?? 'note', cell])))
      else add(line, null, 'wrong_column_count')
    }
  } catch (error) {
    const line = findMalformedLine(error)
    if (line === undefined) throw error
    add(line, null, 'malformed')
  }
  if (problems.length === 0 && rowCount === 0) add(1, null, 'empty')
  return { questions, problems }
}
