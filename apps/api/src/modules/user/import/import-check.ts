// Which users a CSV would make, and everything that is wrong with it: all of it at once, so that it is put right in one go.
import { setImmediate as otherRequests } from 'node:timers/promises'
import { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { Account, Email } from '@heddle/contracts/user/user'
import { type ImportColumn, importColumns, type ImportProblem } from '@heddle/contracts/user/user-import'
import { LocalizedLine, LocalizedName, type LocalizedText } from '@heddle/contracts/wire'
import { z } from 'zod'
import { fold } from '@heddle/text/language/folding'
import { signInKey } from '../user.rules.ts'
import { findMalformedLine, parseCsvRows } from '../../../platform/http/table/csv-rows.ts'

export type ImportRow = {
  readonly line: number
  readonly name: LocalizedText
  readonly email: string
  readonly account: string | null
  readonly language: Language | null
  readonly groupIds: readonly string[]
  /** The keys of `newGroups` that the row names. */
  readonly newGroupKeys: readonly string[]
}

export type ImportCheck = {
  /** All of them, also those with problems. */
  readonly rowCount: number
  /** Those without. */
  readonly rows: readonly ImportRow[]
  readonly problems: readonly ImportProblem[]
  readonly problemCount: number
  /** What the file calls each group that is missing, by the folded name. */
  readonly newGroups: ReadonlyMap<string, string>
}

/** What of the database the file is held against. */
export type ImportFacts = {
  /** Of these keys, those that are taken. */
  readonly findTaken: (column: 'email' | 'account', keys: readonly string[]) => Promise<ReadonlySet<string>>
  readonly groups: readonly ImportGroup[]
  /** Whether a missing group is created instead of refused. */
  readonly createsGroups: boolean
}

export type ImportGroup = { readonly id: string; readonly name: unknown }

const maxProblems = 500
const shownCharacters = 100
const rowsPerTurn = 500
const uuid = z.uuid()
const maxGroupsLength = limits.groupsPerUser * (limits.nameCharacters + 1)

type Problem = ImportProblem['problem']

function createProblems() {
  const problems: ImportProblem[] = []
  let count = 0
  return {
    problems,
    count: () => count,
    add: (line: number, column: ImportColumn | null, problem: Problem, value?: string): void => {
      count += 1
      if (problems.length === maxProblems) return
      const shown = value?.slice(0, shownCharacters).toWellFormed()
      problems.push({ line, column, problem, ...(shown && { value: shown }) })
    },
  }
}

type Problems = ReturnType<typeof createProblems>

/** The column of each cell; null when the header does not say. */
function readHeader(cells: readonly string[], line: number, { add }: Problems): readonly ImportColumn[] | null {
  const names = cells.map(fold)
  const columns = names.map((name) => importColumns.find((column) => column === name))
  let isRight = true
  const refuse = (column: ImportColumn | null, problem: Problem, value?: string) => {
    isRight = false
    add(line, column, problem, value)
  }
  for (const [i, column] of columns.entries()) {
    if (column === undefined) refuse(null, 'unknown_column', cells[i])
    else if (columns.indexOf(column) < i) refuse(column, 'repeated_column', cells[i])
  }
  if (!columns.includes('email')) refuse('email', 'missing_column')
  return isRight ? columns.filter((column) => column !== undefined) : null
}

/** Returns the ids of the groups by what a file may call them. */
export function indexGroups(groups: readonly ImportGroup[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { id, name } of groups) {
    for (const called of [id, ...Object.values(name as Record<string, string>).map(fold)])
      ids.set(called, (ids.get(called) ?? new Set()).add(id))
  }
  return ids
}

export async function checkImport(csv: string, { findTaken, groups, createsGroups }: ImportFacts): Promise<ImportCheck> {
  const problems = createProblems()
  const { add } = problems
  const groupIds = indexGroups(groups)
  const newGroups = new Map<string, string>()
  const seen = { email: new Map<string, number>(), account: new Map<string, number>() }
  const rows: ImportRow[] = []
  let columns: readonly ImportColumn[] | null = null
  let rowCount = 0

  /** The cell as its schema reads it; null, and a problem, when it cannot. */
  function readCell<T>(line: number, column: ImportColumn, text: string, schema: z.ZodType<T>, maxLength: number): T | null {
    const read = text.length > maxLength ? null : schema.safeParse(text)
    if (read?.success) return read.data
    add(line, column, read ? 'invalid' : 'too_long', text)
    return null
  }

  function checkRepeated(line: number, column: 'email' | 'account', text: string | null) {
    if (text === null) return
    const key = signInKey(column === 'email' ? { email: text } : { account: text })
    if (seen[column].has(key)) add(line, column, 'repeated', text)
    else seen[column].set(key, line)
  }

  /** Remembers a group that is to be created; false when there is none of this name, nor can be. */
  function addNewGroup(line: number, name: string): boolean {
    const key = fold(name)
    // A wrong id is not the name of a group.
    if (!createsGroups || uuid.safeParse(name).success || !LocalizedName.safeParse(name).success) return false
    if (newGroups.has(key)) return true
    if (newGroups.size < limits.importGroups) newGroups.set(key, name)
    else add(line, 'groups', 'too_many_groups', name)
    return true
  }

  function readGroups(line: number, text: string): Pick<ImportRow, 'groupIds' | 'newGroupKeys'> {
    if (text.length > maxGroupsLength) {
      add(line, 'groups', 'too_long', text)
      return { groupIds: [], newGroupKeys: [] }
    }
    const called = text
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (called.length > limits.groupsPerUser) add(line, 'groups', 'invalid', text)
    const found = new Set<string>()
    const missing = new Set<string>()
    for (const name of called) {
      const [id, ...others] = groupIds.get(fold(name)) ?? []
      if (others.length > 0) add(line, 'groups', 'ambiguous_group', name)
      else if (id !== undefined) found.add(id)
      else if (addNewGroup(line, name)) missing.add(fold(name))
      else add(line, 'groups', 'unknown_group', name)
    }
    return { groupIds: [...found], newGroupKeys: [...missing] }
  }

  function readRow(line: number, cells: readonly string[], named: readonly ImportColumn[]) {
    if (cells.length !== named.length) return add(line, null, 'wrong_column_count')
    const before = problems.count()
    const getCell = (column: ImportColumn) => cells[named.indexOf(column)] ?? ''
    const [name, email, account, language] = [getCell('name'), getCell('email'), getCell('account'), getCell('language')]
    const row = {
      line,
      name: readCell(line, 'name', name, LocalizedLine, limits.nameCharacters),
      email: email === '' ? (add(line, 'email', 'required'), null) : readCell(line, 'email', email, Email, limits.emailCharacters),
      account: account === '' ? null : readCell(line, 'account', account, Account, limits.accountCharacters),
      language: language === '' ? null : readCell(line, 'language', language, Language, Infinity),
      ...readGroups(line, getCell('groups')),
    }
    checkRepeated(line, 'email', row.email)
    checkRepeated(line, 'account', row.account)
    const { name: readName, email: readEmail } = row
    if (problems.count() === before && readName !== null && readEmail !== null) rows.push({ ...row, name: readName, email: readEmail })
  }

  try {
    for await (const { line, cells } of parseCsvRows(csv)) {
      if (columns === null) {
        columns = readHeader(cells, line, problems)
        if (columns === null) break
        continue
      }
      rowCount += 1
      if (rowCount > limits.importRows) {
        add(line, null, 'too_many_rows')
        break
      }
      readRow(line, cells, columns)
      if (rowCount % rowsPerTurn === 0) await otherRequests()
    }
  } catch (error) {
    const line = findMalformedLine(error)
    if (line === undefined) throw error
    add(line, null, 'malformed')
  }
  if (rowCount === 0 && problems.count() === 0) add(1, null, 'empty')

  for (const column of ['email', 'account'] as const) {
    const taken = await findTaken(column, [...seen[column].keys()])
    for (const key of taken) add(seen[column].get(key) ?? 1, column, 'exists', key)
  }
  return {
    rowCount,
    rows,
    problems: problems.problems.toSorted((a, b) => a.line - b.line),
    problemCount: problems.count(),
    newGroups,
  }
}
