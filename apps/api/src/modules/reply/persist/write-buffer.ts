// What has arrived of a reply, and how much of it may be shown: nothing is shown before it is saved, so that no word that
// a reader has seen is lost, whatever happens to this process.
import type { MessageSource, ReplyStep } from '@heddle/contracts/message'
import type { NodeOutcomes, NodeResult } from '@heddle/workflow/value'
import { type ReplyBeginning, type EventLog, type ReplySnapshot, withStep } from '../stream/event-log.ts'
import { maxOutcomesLength } from '../reply.rules.ts'

type Piece =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'reasoning'; text: string }
  | { readonly type: 'step'; readonly step: ReplyStep }
  | { readonly type: 'sources'; readonly sources: readonly MessageSource[] }
  | { readonly type: 'restart' }

export type ArrivedReply = ReplySnapshot & {
  /** The ids of what a text cites that was taken back, and this one does not: it may have been saved. */
  readonly withdrawnSources: readonly string[]
  /** What nodes came to, for a run that goes on from here; null when it is unknown. */
  readonly outcomes: NodeOutcomes | null
}

export type BufferBeginning = ReplyBeginning & { readonly outcomes: NodeOutcomes | null }

export type WriteBuffer = ReturnType<typeof createWriteBuffer>

/** `onArrival` is told of everything that arrives, and whether readers are waiting for it: a first thought or a first word. */
export function createWriteBuffer(log: EventLog, onArrival: (isUrgent: boolean) => void, beginning: BufferBeginning) {
  let unsaved: Piece[] = []
  let beingSaved: Piece[] = []
  let { text, reasoning, steps, sources = [], outcomes } = beginning
  const withdrawn = new Set<string>()
  let promptTokens = 0

  function addPiece(type: 'text' | 'reasoning', piece: string, isUrgent: boolean) {
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

  return {
    /** All that has arrived, shown or not. */
    snapshot: (): ArrivedReply => ({ text, reasoning, steps, sources, withdrawnSources: [...withdrawn], outcomes }),
    /** Of all prompts that the run gave to models. */
    promptTokens: () => promptTokens,
    hasUnsaved: () => unsaved.length > 0,
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

    /** The next save has it. */
    addPromptTokens(tokens: number) {
      promptTokens += tokens
    },

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
      onArrival(true)
    },

    /** From here on, `snapshot` is on its way to the database; one save at a time. */
    beginSave() {
      beingSaved = unsaved
      unsaved = []
    },
    showSaved() {
      show(beingSaved)
      beingSaved = []
    },
    /** The next save has it again. */
    saveFailed() {
      unsaved = [...beingSaved, ...unsaved]
      beingSaved = []
    },
    /** The end has been saved, and all with it. */
    showAll() {
      show([...beingSaved, ...unsaved])
      beingSaved = []
      unsaved = []
    },
  }
}
