// Puts the reply together from the answers' templates, in the order of the plan, and shows each part as soon as all before it are
// known: so a model's text streams even from the middle of a template. The reply follows from the state of the run alone, whatever
// the order in which its nodes ended: after each end it is composed again, and only what comes after its shown text is sent.
import { parseTemplate, type LookUp, type Reference } from '../graph/template.ts'

const betweenAnswers = '\n\n'

export type ReplyAnswer = { readonly id: string; readonly template: string }

type ReplyState = {
  /** The text of a field; undefined as long as its node has not ended. */
  readonly lookUp: LookUp
  readonly isSkipped: (id: string) => boolean
  /** Whether an answer is reached unless something fails: only then may its text be shown. */
  readonly isExpected: (id: string) => boolean
  /** The node that goes on: what the answers have before the last reference to it has been shown already. */
  readonly continuedNode: string | null
}

export type ReplyUpdate = {
  /** Whether what was shown is withdrawn, so that `text` is the whole reply and not its next piece. */
  readonly isRestarted: boolean
  readonly text: string
}

export type ReplyComposer = {
  /** Takes the next piece of a field that grows; returns what can be shown now, '' when it is not this field's turn. */
  readonly addPiece: (nodeId: string, field: string, text: string) => string
  /** Forgets the pieces of one field, or of all fields of a node; `update` has to follow. */
  readonly retract: (nodeId: string, field?: string) => void
  /** Composes the reply again, after the state has changed; returns what is to be shown. */
  readonly update: () => ReplyUpdate
  /** Returns the text behind the last reference, once every node has ended. */
  readonly finish: () => string
}

/** Returns a composer for the answers of a run. */
export function createReplyComposer(answers: readonly ReplyAnswer[], state: ReplyState): ReplyComposer {
  const { continuedNode } = state
  const parsed = answers.map(({ id, template }) => ({ id, parts: parseTemplate(template) }))
  const open = removeShown(parsed, continuedNode)
  const fieldsShown = new Set(open.flatMap(({ parts }) => parts.flatMap((part) => (typeof part === 'object' ? [part.nodeId] : []))))
  /** The pieces of fields whose turn it is not, by node and field. */
  const growing = new Map<string, Map<string, string>>()
  /** The reference whose text is shown as it grows, and where that begins in `shown`. */
  let turn: (Reference & { readonly from: number }) | null = null
  let shown = ''
  // Text of a template waits for what follows it: an introduction to an answer that never comes should not be shown.
  let waiting = ''

  function keepPiece(nodeId: string, field: string, text: string) {
    const fields = growing.get(nodeId) ?? new Map<string, string>()
    growing.set(nodeId, fields.set(field, (fields.get(field) ?? '') + text))
  }

  function endTurn() {
    if (turn && shown.length > turn.from) keepPiece(turn.nodeId, turn.field, shown.slice(turn.from))
    turn = null
  }

  function compose(): string {
    let text = ''
    let isFirst = continuedNode === null
    waiting = ''
    const show = (value: string) => {
      text += waiting + value
      waiting = ''
    }
    for (const { id, parts, isBegun } of open) {
      if (state.isSkipped(id)) continue
      if (!state.isExpected(id)) break
      if (!isFirst && !isBegun) waiting += betweenAnswers
      isFirst = false
      for (const part of parts) {
        if (typeof part === 'string') {
          waiting += part
          continue
        }
        const value = state.lookUp(part)
        if (value === undefined) {
          const grown = growing.get(part.nodeId)?.get(part.field) ?? ''
          if (grown !== '') show(grown)
          growing.get(part.nodeId)?.delete(part.field)
          turn = { ...part, from: text.length + waiting.length - grown.length }
          return text
        }
        show(value)
      }
    }
    return text
  }

  return {
    addPiece(nodeId, field, text) {
      // Every token passes here.
      if (turn === null || turn.nodeId !== nodeId || turn.field !== field) {
        if (fieldsShown.has(nodeId)) keepPiece(nodeId, field, text)
        return ''
      }
      const piece = waiting === '' ? text : waiting + text
      waiting = ''
      shown += piece
      return piece
    },

    retract(nodeId, field) {
      if (turn && turn.nodeId === nodeId && (field === undefined || turn.field === field)) endTurn()
      if (field === undefined) growing.delete(nodeId)
      else growing.get(nodeId)?.delete(field)
    },

    update() {
      endTurn()
      const text = compose()
      const isRestarted = !text.startsWith(shown)
      const update = { isRestarted, text: isRestarted ? text : text.slice(shown.length) }
      shown = text
      return update
    },

    finish: () => waiting,
  }
}

type OpenAnswer = { readonly id: string; readonly parts: readonly (string | Reference)[]; readonly isBegun: boolean }

/** Returns what a run that goes on has still to show: all from the last reference to the node that goes on. */
function removeShown(
  answers: readonly { readonly id: string; readonly parts: readonly (string | Reference)[] }[],
  continuedNode: string | null,
): OpenAnswer[] {
  const isContinued = (part: string | Reference) => typeof part === 'object' && part.nodeId === continuedNode
  const from = answers.findLastIndex(({ parts }) => parts.some(isContinued))
  return answers.slice(Math.max(0, from)).map(({ id, parts }, index) => {
    const isBegun = from >= 0 && index === 0
    return { id, parts: isBegun ? parts.slice(parts.findLastIndex(isContinued)) : parts, isBegun }
  })
}
