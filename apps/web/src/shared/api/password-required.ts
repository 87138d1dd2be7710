// Who wants to know that the service asks for a new password before anything else.

type Listener = () => void
const listeners = new Set<Listener>()

/** Calls whenever an answer was AUTH_PASSWORD_CHANGE_REQUIRED. Returns how to stop. */
export function onPasswordRequired(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellPasswordRequired(): void {
  for (const listener of listeners) listener()
}
