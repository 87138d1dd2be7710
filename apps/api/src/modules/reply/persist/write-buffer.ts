import type { MessageSource, ReplyStep } from '@heddle/contracts/message/message'
import type { ModelMessage } from '@heddle/workflow/model/ports'
import type { KeptContext } from '@heddle/contracts/message/told'
import type { NodeOutcomes, NodeResult } from '@heddle/workflow/model/value'
import { measureComplete, toStorableText } from '../../../platform/database/storable-text.ts'
import { type ReplyBeginning, type EventLog, type ReplySnapshot, withStep } from '../../run/event-log.ts'
import { chunkCharacters, chunkIntervalMs, maxOutcomesLength } from '../reply.rules.ts'
import { createToldRecord } from './kept-context.ts'
import type { ReplyProgress } from './running-reply.sql.ts'

type Piece =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'reasoning'; text: string }
  | { readonly type: 'step'; readonly step: ReplyStep }
  | { readonly type: 'sources'; readonly sources: readonly MessageSource[] }
  | { readonly type: 'restart' }

export type ArrivedReply = ReplySnapshot & {
  /** The ids of what a retracted text cites, and this one does not: it may have been saved. */
  readonly withdrawnSources: readonly string[]
  /** What nodes came to, for a run that goes on from here; null when it is unknown. */
  readonly outcomes: NodeOutcomes | null
  /** What models were told; null when none was called. */
  readonly told: KeptContext | null
}

export type BufferBeginning = ReplyBeginning & { readonly outcomes: NodeOutcomes | null }

/** What one save writes; `isWhole` when it replaces what is saved. */
export type BufferProgress = Omit<ReplyProgress, 'runId' | 'shouldNotify'> & { readonly isWhole: boolean }

export type WriteBuffer = ReturnType<typeof createWriteBuffer>

/** `onArrival` is told of everything that arrives, and whether readers are waiting for it: a first thought or a first word. */
export function createWriteBuffer(log: EventLog, onArrival: (isUrgent: boolean) => void, beginning: BufferBeginning) {
  let unsaved: Piece[] = []
  let beingSaved: Piece[] = []
  let { text, reasoning, steps, sources = [], outcomes } = beginning
  const withdrawn = new Set<string>()
  const prompts: string[] = []
  const told = createToldRecord()

  /** Of the run, since the last chunk. The whole text would be copied at each save. */
  let tail = { text: '', reasoning: '' }
  let tailBeganAt = 0
  let chunks = 0
  let saved = { steps, outcomes, prompts: 0 }
  /** Whether what is saved is not what this process believes, or is not true any more. */
  let needsRewrite = false
  let applySaved = () => {}

  function addPiece(type: 'text' | 'reasoning', piece: string, isUrgent: boolean) {
    if (tail.text === '' && tail.reasoning === '') tailBeganAt = performance.now()
    tail[type] += piece
    const last = unsaved.at(-1)
    if (last && 'text' in last && last.type === type) last.text += piece
    else unsaved.push({ type, text: piece })
    onArrival(isUrgent)
  }

  function show(pieces: readonly Piece[]) {
    for (const piece of pieces) {
      if (piece.type === 'text') log.addText(piece.text)
      else if (piece.type === 'reasoning') log.addReasoning(piece.text)
      else if (piece.type === 'sources') log.addSources(piece.sources)
      else if (piece.type === 'restart') log.restart()
      else log.addStep(piece.step)
    }
  }

  function returnPieces() {
    unsaved = [...beingSaved, ...unsaved]
    beingSaved = []
  }

  /** All that the run has, in place of what is saved of it. */
  function takeWhole() {
    tail = { text: text.slice(beginning.text.length), reasoning: reasoning.slice(beginning.reasoning.length) }
    chunks = 0
    saved = { steps: [], outcomes: {}, prompts: 0 }
  }

  return {
    /** All that has arrived, shown or not. */
    snapshot: (): ArrivedReply => ({ text, reasoning, steps, sources, withdrawnSources: [...withdrawn], outcomes, told: told.read() }),
    hasUnsaved: () => unsaved.length > 0 || needsRewrite,
    unsavedSources: () =>
      sources.filter(({ id }) => unsaved.some((piece) => piece.type === 'sources' && piece.sources.some((each) => each.id === id))),

    addText(piece: string) {
      const isFirst = text.length === beginning.text.length
      text += piece
      addPiece('text', piece, isFirst)
    },
    addReasoning(piece: string) {
      const isFirst = reasoning.length === beginning.reasoning.length
      // A continued reply has a new thought process.
      const thought = isFirst && reasoning !== '' ? `\n\n${piece}` : piece
      reasoning += thought
      addPiece('reasoning', thought, isFirst)
    },
    addStep(step: ReplyStep) {
      steps = withStep(steps, step)
      unsaved.push({ type: 'step', step })
      onArrival(false)
    },

    /** The next save has them. */
    addPrompt(messages: readonly ModelMessage[]) {
      for (const { content } of messages) prompts.push(toStorableText(content))
    },

    addLayers: told.add,

    /** Some of the outcomes would tell a wrong story: when they are too long together, none is kept. */
    addOutcome(nodeId: string, outcome: NodeResult | null) {
      const all = outcomes && { ...outcomes, [nodeId]: outcome }
      outcomes = JSON.stringify(all).length > maxOutcomesLength ? null : all
      onArrival(false)
    },

    /** Tells what the text after it cites for the first time. */
    addSources(cited: readonly MessageSource[]) {
      const added = cited.filter(({ number }) => sources.every((source) => source.number !== number))
      if (added.length === 0) return
      sources = [...sources, ...added]
      for (const { id } of added) withdrawn.delete(id)
      unsaved.push({ type: 'sources', sources: added })
    },

    /** Takes back what was said since the beginning, and what that cites; what was never shown is dropped. */
    restart() {
      text = beginning.text
      const { sources: kept = [] } = beginning
      for (const source of sources) if (!kept.includes(source)) withdrawn.add(source.id)
      sources = kept
      unsaved = [...unsaved.filter(({ type }) => type !== 'text' && type !== 'sources'), { type: 'restart' }]
      needsRewrite = true
      onArrival(true)
    },

    /** Returns what has to be saved, which counts as on its way until one of the next three is called. One save at a time. */
    beginSave(): BufferProgress {
      const isWhole = needsRewrite
      if (isWhole) takeWhole()
      needsRewrite = false
      const textEnd = measureComplete(tail.text)
      const reasoningEnd = measureComplete(tail.reasoning)
      const length = textEnd + reasoningEnd
      const endsChunk = !isWhole && length > 0 && (length >= chunkCharacters || performance.now() - tailBeganAt >= chunkIntervalMs)
      const given = { steps, outcomes, prompts: prompts.length }
      beingSaved = unsaved
      unsaved = []
      const progress = {
        isWhole,
        chunks,
        endsChunk,
        text: toStorableText(tail.text.slice(0, textEnd)),
        reasoning: toStorableText(tail.reasoning.slice(0, reasoningEnd)),
        steps: steps === saved.steps ? null : steps,
        outcomes: outcomes === saved.outcomes ? null : { value: outcomes },
        prompts: prompts.slice(saved.prompts),
      }
      applySaved = () => {
        saved = given
        if (!endsChunk) return
        chunks += 1
        tail = { text: tail.text.slice(textEnd), reasoning: tail.reasoning.slice(reasoningEnd) }
        tailBeganAt = performance.now()
      }
      return progress
    },
    showSaved() {
      applySaved()
      show(beingSaved)
      beingSaved = []
    },
    /** The next save has it again. */
    saveFailed: returnPieces,
    /** The row is not as it was left, or whether it was written is unknown: the next save has all of it. */
    saveRejected() {
      returnPieces()
      needsRewrite = true
    },
    /** The end has been saved, and all with it. */
    showAll() {
      show([...beingSaved, ...unsaved])
      beingSaved = []
      unsaved = []
    },
  }
}
