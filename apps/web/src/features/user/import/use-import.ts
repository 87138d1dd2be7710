// The steps of an import: choose a file, check it, create the users, download the passwords.
import { type ImportedUser, ImportEvent, type ImportProblem, importUsers } from '@heddle/contracts/user/user-import'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { ApiError, isAborted } from '#shared/api/errors.ts'
import { openEventStream } from '#shared/api/event-stream.ts'
import { useForgetUserLists } from '../users.queries.ts'
import { decodeFile, type Encoding } from '#shared/files/decode-file.ts'
import { type CsvRefusal, type CsvFile, readCsvFile } from '#shared/files/read-csv-file.ts'

export type Checked = { rows: number; problems: ImportProblem[]; problemCount: number; newGroups: string[] }

export type ImportState =
  | { step: 'choose'; refusal?: CsvRefusal; error?: unknown }
  | { step: 'checking'; file: CsvFile }
  | { step: 'checked'; file: CsvFile; checked: Checked; error?: unknown }
  | { step: 'creating'; file: CsvFile; checked: Checked; done: number; total: number }
  /** The connection broke while users were being created: only the list shows whether they were. */
  | { step: 'uncertain' }
  | { step: 'done'; users: ImportedUser[]; isDownloaded: boolean }

const take = (_: ImportState, next: ImportState) => next

export function useImport() {
  const [state, setState] = useReducer(take, { step: 'choose' })
  const [createsGroups, setCreatesGroups] = useState(false)
  const { language } = useLanguage()
  const forgetUserLists = useForgetUserLists()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function openImport(file: CsvFile, body: { dry_run: boolean; create_groups: boolean }) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const csv = decodeFile(file.bytes, file.encoding)
    return openEventStream(importUsers, ImportEvent, { body: { csv, ...body }, signal })
  }

  async function check(file: CsvFile, create_groups = createsGroups) {
    setState({ step: 'checking', file })
    try {
      for await (const event of await openImport(file, { dry_run: true, create_groups })) {
        if (event.type === 'failed') throw toApiError(event)
        if (event.type === 'checked') return setState({ step: 'checked', file, checked: toChecked(event) })
      }
      throw new Error('The check ended without a result')
    } catch (error) {
      if (!isAborted(error)) setState({ step: 'choose', error })
    }
  }

  async function create(file: CsvFile, checked: Checked) {
    setState({ step: 'creating', file, checked, done: 0, total: checked.rows })
    let hasBegun = false
    try {
      for await (const event of await openImport(file, { dry_run: false, create_groups: createsGroups })) {
        hasBegun = true
        if (event.type === 'failed') throw toApiError(event)
        // Another user may have taken an address since the check.
        if (event.type === 'checked' && event.problem_count > 0) return setState({ step: 'checked', file, checked: toChecked(event) })
        if (event.type === 'progress') setState({ step: 'creating', file, checked, done: event.done, total: event.total })
        if (event.type === 'done') return finish(event.users)
      }
      setState({ step: 'uncertain' })
    } catch (error) {
      if (isAborted(error)) return
      setState(hasBegun && !(error instanceof ApiError) ? { step: 'uncertain' } : { step: 'checked', file, checked, error })
    } finally {
      forgetUserLists()
    }
  }

  function finish(users: ImportedUser[]) {
    setState({ step: 'done', users, isDownloaded: false })
  }

  return {
    state,
    chooseFile: async (given: File) => {
      const file = await readCsvFile(given, language)
      if (typeof file === 'string') setState({ step: 'choose', refusal: file })
      else await check(file)
    },
    chooseEncoding: (file: CsvFile, encoding: Encoding) => check({ ...file, encoding }),
    create,
    createsGroups,
    /** Checks the file again, if there is one. */
    chooseGroups: async (creates: boolean, file?: CsvFile) => {
      setCreatesGroups(creates)
      if (file) await check(file, creates)
    },
    chooseAnother: () => setState({ step: 'choose' }),
    markDownloaded: (users: ImportedUser[]) => setState({ step: 'done', users, isDownloaded: true }),
  }
}

const toApiError = ({ error }: Extract<ImportEvent, { type: 'failed' }>) => new ApiError(500, error.code, error.message, error.params)

const toChecked = ({ rows, problems, problem_count, new_groups }: Extract<ImportEvent, { type: 'checked' }>): Checked => ({
  rows,
  problems,
  problemCount: problem_count,
  newGroups: new_groups,
})
