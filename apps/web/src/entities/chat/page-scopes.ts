// The scopes of drafts that stay in the memory of this page: those of temporary chats, of which the browser keeps nothing.
import { createEvent } from '#shared/external-store.ts'

const scopes = new Set<string>()
const changed = createEvent()

export const pageScopes = {
  subscribe: changed.subscribe,
  /** Whether the scope, or the one that it is part of, stays in this page. */
  has: (scope: string): boolean => [...scopes].some((held) => scope === held || scope.startsWith(`${held}.`)),
  set(scope: string, isHeld: boolean): void {
    if (isHeld) scopes.add(scope)
    else scopes.delete(scope)
    changed.emit()
  },
}
