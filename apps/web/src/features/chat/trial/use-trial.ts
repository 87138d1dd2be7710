import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { MessageStatus } from '@heddle/contracts/message/message'
import { type RunDoneEvent, RunStreamEvent, tryAssistant } from '@heddle/contracts/trial/workflow-run'
import { useEffect, useRef, useState } from 'react'
import type { TrialSubject } from '#entities/assistant/trial-subject.ts'
import { isAborted, NetworkError } from '#shared/api/errors.ts'
import { openEventStream } from '#shared/api/event-stream.ts'
import type { Choices } from '../choice/use-choices.ts'
import { applyProgress, emptyReply, type LiveReply } from '../reply/live-reply.ts'

type TrialState =
  | { readonly status: 'generating' | 'stopped' }
  /** The request failed, or the connection broke. */
  | { readonly status: 'refused'; readonly error: unknown }
  | { readonly status: 'done'; readonly done: RunDoneEvent }

/** A question and its reply, in memory alone. */
export type TrialTurn = {
  readonly id: number
  readonly question: string
  readonly language: Language
  readonly reply: LiveReply
  readonly state: TrialState
}

/** The status that the same reply has in a chat. */
export function toStatus({ state }: TrialTurn): MessageStatus {
  if (state.status === 'done') return state.done.outcome
  return state.status === 'refused' ? 'failed' : state.status
}

const toHistory = (turns: readonly TrialTurn[]) =>
  turns
    .filter(({ reply }) => reply.text !== '')
    .flatMap(({ question, reply }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: reply.text },
    ])
    .slice(-limits.testRunHistory)

/** Returns the turns of a trial and its commands. A run ends with the page, as it ends when its reader disconnects. */
export function useTrial(subject: TrialSubject | null) {
  const [turns, setTurns] = useState<readonly TrialTurn[]>([])
  const run = useRef<AbortController | null>(null)
  useEffect(() => () => run.current?.abort(), [])
  const isGenerating = turns.at(-1)?.state.status === 'generating'

  async function ask(question: string, choices: Choices['body'], fileIds: readonly string[]) {
    if (!subject || isGenerating) return
    const connection = new AbortController()
    const { signal } = connection
    run.current = connection
    const id = turns.length
    const change = (toChange: (turn: TrialTurn) => Partial<TrialTurn>) =>
      setTurns((known) => known.map((turn) => (turn.id === id && !signal.aborted ? { ...turn, ...toChange(turn) } : turn)))
    const state = { status: 'generating' } as const
    setTurns([...turns, { id, question, language: choices.response_language, reply: emptyReply, state }])
    try {
      const body = { assistant: subject, question, history: toHistory(turns), file_ids: [...fileIds], ...choices }
      for await (const event of await openEventStream(tryAssistant, RunStreamEvent, { body, signal })) {
        if (event.type === 'done') {
          change(({ reply }) => ({ reply: { ...reply, text: event.text }, state: { status: 'done', done: event } }))
          return
        }
        if (event.type !== 'run' && event.type !== 'node') change(({ reply }) => ({ reply: applyProgress(reply, event) }))
      }
      throw new NetworkError('The stream ended without its last event')
    } catch (error) {
      if (!isAborted(error)) change(() => ({ state: { status: 'refused', error } }))
    }
  }

  return {
    turns,
    isGenerating,
    ask,
    /** Disconnects, which ends the run. */
    stop: () => {
      run.current?.abort()
      setTurns((known) => known.map((turn) => (turn.state.status === 'generating' ? { ...turn, state: { status: 'stopped' } } : turn)))
    },
    restart: () => {
      run.current?.abort()
      setTurns([])
    },
  }
}
