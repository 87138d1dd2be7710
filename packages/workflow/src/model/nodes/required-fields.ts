import type { NodeProblem } from '../node-type.ts'

/** Returns a problem for each of the texts, by path, that is empty. */
export const requireFields = (texts: Readonly<Record<string, string>>): NodeProblem[] =>
  Object.entries(texts).flatMap(([field, text]) => (text === '' ? [{ field, code: 'field_missing', message: 'The field is empty.' }] : []))

/** Returns the positions of the names that come before in the list, or are reserved. */
export const findRepeated = (names: readonly string[], reserved: readonly string[]): number[] =>
  names.flatMap((name, at) => (reserved.includes(name) || names.indexOf(name) < at ? [at] : []))
