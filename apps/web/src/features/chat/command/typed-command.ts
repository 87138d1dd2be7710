// A sign typed in the composer asks for a list; what follows it, up to the caret, is a part of a name in that list.

export type TypedCommand = {
  /** The text that it was found in: in another one it is gone. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly query: string
}

/** Matches a line up to the caret whose end is a sign with a part of a name, which it captures. */
export type CommandSign = RegExp

/**
 * Returns the sign of the line before the caret with what follows it. A sign that has just been typed is one, and one that was found before
 * stays while the name is typed: a pasted path or address is none, nor is one that was closed.
 */
export function findCommand(
  sign: CommandSign,
  before: TypedCommand | null,
  text: string,
  caret: number,
  isComposing: boolean,
): TypedCommand | null {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1
  const query = sign.exec(text.slice(lineStart, caret))?.[1]
  if (query === undefined) return null
  const start = caret - query.length - 1
  const isNew = query === '' && !isComposing
  return isNew || before?.start === start ? { text, start, end: caret, query } : null
}
