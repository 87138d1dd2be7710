// Undo and redo of a draft: one entry for a gesture. Selection and measured sizes are no part of it.
import { applyCommand, type GraphCommand } from './commands.ts'
import type { Draft } from './draft.ts'

const maxEntries = 100
/** Changes of one gesture are one entry as long as they follow each other within this time. */
export const gestureQuietMs = 500

type Gesture = { readonly key: string; readonly at: number }

export type History = {
  readonly present: Draft
  readonly past: readonly Draft[]
  readonly future: readonly Draft[]
  /** The gesture that the last entry belongs to; null when it has ended. */
  readonly gesture: Gesture | null
}

export type HistoryAction =
  | { readonly type: 'command'; readonly command: GraphCommand; readonly gesture?: Gesture }
  /** Replaces the whole draft, as one entry. */
  | { readonly type: 'replace'; readonly draft: Draft }
  | { readonly type: 'end_gesture' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export const createHistory = (present: Draft): History => ({ present, past: [], future: [], gesture: null })

export function reduceHistory(history: History, action: HistoryAction): History {
  const { present, past, future } = history
  switch (action.type) {
    case 'command':
      return record(history, applyCommand(present, action.command), action.gesture ?? null)
    case 'replace':
      return record(history, action.draft, null)
    case 'end_gesture':
      return history.gesture ? { ...history, gesture: null } : history
    case 'undo': {
      const previous = past.at(-1)
      return previous ? { present: previous, past: past.slice(0, -1), future: [present, ...future], gesture: null } : history
    }
    case 'redo': {
      const [next, ...later] = future
      return next ? { present: next, past: [...past, present], future: later, gesture: null } : history
    }
  }
}

function record(history: History, next: Draft, gesture: Gesture | null): History {
  const { present, past } = history
  if (next === present) return history
  const last = history.gesture
  const isContinued = gesture !== null && last?.key === gesture.key && gesture.at - last.at < gestureQuietMs
  return { present: next, past: isContinued ? past : [...past, present].slice(-maxEntries), future: [], gesture }
}
