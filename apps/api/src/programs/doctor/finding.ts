/** What a check has found, in one sentence that says what to do. A note leaves the product working. */
export type Finding = { readonly state: 'ok' | 'note' | 'wrong'; readonly check: string; readonly text: string }

/** Returns the constructors of the findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ state: 'ok', check, text }),
  note: (text: string): Finding => ({ state: 'note', check, text }),
  wrong: (text: string): Finding => ({ state: 'wrong', check, text }),
})

const width = Math.max(...['Configuration', 'Migrations', 'OCR data'].map(({ length }) => length))

export const toLine = ({ state, check, text }: Finding) => `${state.padEnd(5)}  ${check.padEnd(width)}  ${text}`

/** Returns the message of an error and of its causes, which say what a file system or a server has refused. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // An attempt at several addresses of a name fails with a code and no message.
  const message = error.message || ('code' in error ? String(error.code) : error.name)
  return error.cause === undefined ? message : `${message}: ${describeError(error.cause)}`
}
