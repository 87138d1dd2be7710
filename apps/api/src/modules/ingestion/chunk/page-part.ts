// A long page is shown in parts.

type Part = { readonly from: number; readonly to: number }

/** Returns the part of a text that has the character `at`; parts are at most `max` characters long and end with a line where one ends in their second half. */
export function findPart(text: string, at: number, max: number): Part {
  let from = 0
  for (;;) {
    const to = findEnd(text, from, max)
    if (at < to || to >= text.length) return { from, to }
    from = to
  }
}

function findEnd(text: string, from: number, max: number): number {
  const end = from + max
  if (end >= text.length) return text.length
  const line = text.lastIndexOf('\n', end - 1) + 1
  if (line > from + max / 2) return line
  // Not between the halves of a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text[end] ?? '') ? end - 1 : end
}
