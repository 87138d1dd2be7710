// A run of the test questions, which ends with the page that shows it.
import { type QuestionRunEvent, QuestionRunEvent as RunEvent, runCollectionQuestions } from '@heddle/contracts/retrieval/question'
import type { SearchFilters, SearchSettings } from '@heddle/contracts/retrieval/search'
import { useEffect, useReducer, useRef } from 'react'
import { ApiError, isAborted, NetworkError } from '#shared/api/errors.ts'
import { openEventStream } from '#shared/api/event-stream.ts'

export type RunResult = Extract<QuestionRunEvent, { type: 'result' }>
export type RunDone = Extract<QuestionRunEvent, { type: 'done' }>

export type QuestionRun = {
  /** What it asks with, one or two. */
  readonly settings: readonly SearchSettings[]
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  readonly total: number
  readonly withoutSource: number
  readonly results: readonly RunResult[]
  /** The measures, once it is done. */
  readonly done: RunDone | null
  readonly error: unknown
}

type Action =
  | { readonly type: 'start'; readonly settings: readonly SearchSettings[] }
  | { readonly type: 'event'; readonly event: QuestionRunEvent }
  | { readonly type: 'cancel' }
  | { readonly type: 'break'; readonly error: unknown }

function reduceEvent(run: QuestionRun, event: QuestionRunEvent): QuestionRun {
  switch (event.type) {
    case 'begun':
      return { ...run, total: event.total, withoutSource: event.without_source }
    case 'result':
      return { ...run, results: [...run.results, event] }
    case 'done':
      return { ...run, state: 'done', done: event }
    case 'failed':
      return { ...run, state: 'failed', error: new ApiError(500, event.error.code, event.error.message, event.error.params) }
  }
}

function reduce(run: QuestionRun | null, action: Action): QuestionRun | null {
  if (action.type === 'start')
    return { settings: action.settings, state: 'running', total: 0, withoutSource: 0, results: [], done: null, error: null }
  if (run === null || run.state !== 'running') return run
  if (action.type === 'event') return reduceEvent(run, action.event)
  return action.type === 'cancel' ? { ...run, state: 'cancelled' } : { ...run, state: 'failed', error: action.error }
}

export function useQuestionRun(collectionId: string) {
  const [run, dispatch] = useReducer(reduce, null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(filters: SearchFilters, settings: readonly SearchSettings[]) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    dispatch({ type: 'start', settings })
    try {
      const body = { settings: settings.map((own) => ({ filters, ...own })) }
      for await (const event of await openEventStream(runCollectionQuestions, RunEvent, { params: { id: collectionId }, body, signal }))
        dispatch({ type: 'event', event })
      // Changes nothing of a run that has its end.
      dispatch({ type: 'break', error: new NetworkError('The stream ended without its last event') })
    } catch (error) {
      if (!isAborted(error)) dispatch({ type: 'break', error })
    }
  }

  return {
    run,
    start,
    cancel: () => {
      running.current?.abort()
      dispatch({ type: 'cancel' })
    },
  }
}
