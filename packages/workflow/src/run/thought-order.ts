// The thoughts of models that run at once, one after the other: those of the first that began to think are shown as they come, those
// of the others when it is their turn.

export type ThoughtOrder = {
  /** Returns what can be shown now of a node's thought. */
  readonly add: (nodeId: string, text: string) => string
  /** Forgets the thoughts of a node that were not shown, before its next attempt. */
  readonly forget: (nodeId: string) => void
  /** Takes the end of a node; returns the thoughts whose turn it is then. */
  readonly end: (nodeId: string) => string
}

export function createThoughtOrder(): ThoughtOrder {
  let thinking: string | null = null
  /** The thoughts of nodes whose turn has not come, in the order in which they began. */
  const waiting = new Map<string, string>()
  const ended = new Set<string>()

  return {
    add(nodeId, text) {
      thinking ??= nodeId
      if (nodeId === thinking) return text
      waiting.set(nodeId, (waiting.get(nodeId) ?? '') + text)
      return ''
    },

    forget: (nodeId) => void waiting.delete(nodeId),

    end(nodeId) {
      ended.add(nodeId)
      if (nodeId !== thinking) return ''
      thinking = null
      let shown = ''
      for (const [next, text] of waiting) {
        shown += text
        waiting.delete(next)
        if (ended.has(next)) continue
        thinking = next
        break
      }
      return shown
    },
  }
}
