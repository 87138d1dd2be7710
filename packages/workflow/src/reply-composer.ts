// Puts the reply together from the answers' templates and shows each part as soon as all before it are known, so that a model's
// text streams even from the middle of a template.
import type { NodeOutput } from './node-type.ts'
import { parseTemplate, type LookUp, type TemplatePart } from './template.ts'

const betweenAnswers = '\n\n'

export type ReplyComposer = {
  /** Takes the next piece of a field that grows; returns what can be shown now, '' when it is not this field's turn. */
  readonly addPiece: (nodeId: string, field: string, text: string) => string
  /** Takes back what was shown of a field that grows; returns what the reply was before it, null when nothing of it was shown. */
  readonly takeBack: (nodeId: string, field: string) => string | null
  /** Takes the output of a node that has ended; returns what can be shown now. */
  readonly addOutput: (nodeId: string, output: NodeOutput) => string
  /** Returns the text behind the last reference, once every node has ended. */
  readonly finish: () => string
  readonly lookUp: LookUp
}

/**
 * Returns a composer for the templates of a run's answers, in the order of the nodes. With `goesOn`, what they have before the last
 * reference to that node has been shown already.
 */
export function createReplyComposer(templates: readonly string[], goesOn: string | null = null): ReplyComposer {
  const allParts: TemplatePart[] = templates.flatMap((template, index) => [
    ...(index > 0 ? [betweenAnswers] : []),
    ...parseTemplate(template),
  ])
  const shownBefore = goesOn === null ? 0 : allParts.findLastIndex((part) => typeof part === 'object' && part.nodeId === goesOn)
  const parts = allParts.slice(shownBefore)
  const outputs = new Map<string, NodeOutput>()
  const lookUp: LookUp = ({ nodeId, field }) => outputs.get(nodeId)?.[field]
  let next = 0
  let isPartlyShown = false
  // Text of the template waits for what follows it: an introduction to an answer that never comes should not be shown.
  let waiting = ''
  let shownSoFar = ''
  /** How it was before the field that is partly shown. */
  let before = { shownSoFar, waiting }

  function takeTexts() {
    for (let part = parts[next]; typeof part === 'string'; part = parts[next]) {
      waiting += part
      next += 1
    }
  }

  function withWaiting(text: string): string {
    const shown = waiting === '' ? text : waiting + text
    waiting = ''
    shownSoFar += shown
    return shown
  }

  takeTexts()
  return {
    lookUp,

    addPiece(nodeId, field, text) {
      const turn = parts[next]
      if (typeof turn !== 'object' || turn.nodeId !== nodeId || turn.field !== field) return ''
      if (!isPartlyShown) before = { shownSoFar, waiting }
      isPartlyShown = true
      return withWaiting(text)
    },

    takeBack(nodeId, field) {
      const turn = parts[next]
      if (!isPartlyShown || typeof turn !== 'object' || turn.nodeId !== nodeId || turn.field !== field) return null
      isPartlyShown = false
      ;({ shownSoFar, waiting } = before)
      return shownSoFar
    },

    addOutput(nodeId, output) {
      outputs.set(nodeId, output)
      let shown = ''
      for (let turn = parts[next]; typeof turn === 'object'; turn = parts[next]) {
        const value = lookUp(turn)
        if (value === undefined) break
        if (!isPartlyShown) shown += withWaiting(value)
        isPartlyShown = false
        next += 1
        takeTexts()
      }
      return shown
    },

    finish: () => withWaiting(''),
  }
}
