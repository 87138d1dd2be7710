// Serializes the reasoning of concurrent models: that of the first one is shown as it arrives, that of the others when it is their
// turn.

export type ThoughtOrder = {
  /** Adds a piece of a node's reasoning; returns the text to show now. */
  readonly add: (nodeId: string, text: string) => string
  /** Drops a node's reasoning that was not shown, before its next attempt. */
  readonly forget: (nodeId: string) => void
  /** Ends a node; returns the reasoning whose turn it is then. */
  readonly end: (nodeId: string) => string
}

export function createThoughtOrder(): ThoughtOrder {
  let thinking: string | null = null
  /** The reasoning of nodes whose turn has not come, in the order in which they started. */
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
