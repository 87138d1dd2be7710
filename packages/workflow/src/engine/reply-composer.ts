// Composes the reply from the answers' templates, in the order of the plan, and emits each part as soon as all earlier ones are known, so that
// a model's text streams even from the middle of a template. The reply depends only on the state of the run, not on the order in which nodes
// ended: it is composed again after each end, and only the text after the shown part is emitted.
import { parseTemplate, type LookUp, type Reference } from '../model/graph/template.ts'

const betweenAnswers = '\n\n'

export type ReplyAnswer = { readonly id: string; readonly template: string }

type ReplyState = {
  /** Returns the text of a field; undefined until its node has ended. */
  readonly lookUp: LookUp
  readonly isSkipped: (id: string) => boolean
  /** Returns whether an answer is reached unless a node fails: only then may its text be shown. */
  readonly isExpected: (id: string) => boolean
  /** The node that is continued: the text before the last reference to it has already been shown. */
  readonly continuedNode: string | null
}

export type ReplyUpdate = {
  /** Whether the shown text is retracted, so that `text` is the complete reply and not its next piece. */
  readonly isRestarted: boolean
  readonly text: string
}

export type ReplyComposer = {
  /** Adds the next piece of a growing field; returns the text to show now, '' when it is not this field's turn. */
  readonly addPiece: (nodeId: string, field: string, text: string) => string
  /** Drops the pieces of one field, or of all fields of a node; `update` has to follow. */
  readonly retract: (nodeId: string, field?: string) => void
  /** Composes the reply again after a change of the state; returns the text to show. */
  readonly update: () => ReplyUpdate
  /** Returns the node whose text the shown reply ends with; null when it ends with text of a template. */
  readonly findLastNode: () => string | null
  /** Returns the text after the last reference, when every node has ended. */
  readonly finish: () => string
}

/** Creates a composer for the answers of a run. */
export function createReplyComposer(answers: readonly ReplyAnswer[], state: ReplyState): ReplyComposer {
  const { continuedNode } = state
  const parsed = answers.map(({ id, template }) => ({ id, parts: parseTemplate(template) }))
  const open = removeShown(parsed, continuedNode)
  const fieldsShown = new Set(open.flatMap(({ parts }) => parts.flatMap((part) => (typeof part === 'object' ? [part.nodeId] : []))))
  /** The pieces of fields whose turn it is not, by node and field. */
  const growing = new Map<string, Map<string, string>>()
  /** The reference whose text is shown as it grows, and its offset in `shown`. */
  let turn: (Reference & { readonly from: number }) | null = null
  let shown = ''
  // Text of a template waits for the field after it: an introduction without its answer must not be shown.
  let waiting = ''
  let lastNode: string | null = null

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
    lastNode = null
    const show = (value: string) => {
      if (waiting.trim() !== '') lastNode = null
      text += waiting + value
      waiting = ''
    }
    for (const { id, parts, isBegun } of open) {
      if (state.isSkipped(id)) continue
      if (!state.isExpected(id)) break
      if (!isFirst && !isBegun) waiting += betweenAnswers
      isFirst = false
      lastNode = null
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
        if (value.trim() !== '') lastNode = part.nodeId
      }
    }
    return text
  }

  return {
    addPiece(nodeId, field, text) {
      // Hot path: runs for every token.
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

    findLastNode: () => lastNode,
    finish: () => waiting,
  }
}

type OpenAnswer = { readonly id: string; readonly parts: readonly (string | Reference)[]; readonly isBegun: boolean }

/** Returns the parts that a continuation has still to show: all from the last reference to the continued node. */
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
