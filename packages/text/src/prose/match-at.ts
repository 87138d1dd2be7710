/** Returns what a sticky pattern matches at a place of a text; '' when it does not. */
export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Returns how many characters a sticky pattern matches at a place of a text; 0 when it does not. */
export function measureAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex - at : 0
}
