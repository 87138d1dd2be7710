/** Returns the first letter of a name as a reader sees it, in any script. */
export function findFirstLetter(name: string): string {
  for (const { segment } of new Intl.Segmenter().segment(name)) return segment.toUpperCase()
  return ''
}
