// A slash at the beginning of a line asks for a prompt; what follows it, up to the caret, is a part of its name.

export type Slash = {
  /** The text that it was found in: in another one it is gone. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly query: string
}

const command = /^\s*[/／](.*)$/u

/**
 * Returns the slash of the line before the caret. A slash that has just been typed is one, and one that was found before stays while its
 * name is typed: a pasted path is none, nor is one that was closed.
 */
export function findSlash(before: Slash | null, text: string, caret: number, isComposing: boolean): Slash | null {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1
  const query = command.exec(text.slice(lineStart, caret))?.[1]
  if (query === undefined) return null
  const start = caret - query.length - 1
  const isNew = query === '' && !isComposing
  return isNew || before?.start === start ? { text, start, end: caret, query } : null
}
