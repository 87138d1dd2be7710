/** What OpenCC writes for a phrase or a character. */
export type Entries = readonly (readonly [from: string, to: string])[]

/** Returns the entries of a dictionary of opencc-js, which has them as a list or in one text. */
export function readEntries(dictionary: string | Entries): Entries {
  if (typeof dictionary !== 'string') return dictionary
  return dictionary.split('|').map((entry) => {
    const space = entry.indexOf(' ')
    return [entry.slice(0, space), entry.slice(space + 1)]
  })
}
