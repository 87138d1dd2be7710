import type { TextRange } from '@heddle/contracts/ingestion/chunk'
import { findCitedSentence } from '@heddle/text/citation/cited-sentence'

type CitedText = {
  readonly text: string
  /** The first character of the text, as the ranges count. */
  readonly from?: number | undefined
  readonly ranges: readonly TextRange[]
}

/** Characters `from` to `to` (excluded) of the text of a page. */
export type PageRange = TextRange & { readonly page: number }

const endsSentence = /[.!?:;。！？：；…][\s\p{Pe}\p{Pf}"]*$/u

/**
 * Returns where the sentence of the cited ranges of some pages that is most like a statement stands: on two pages if it goes on over the end
 * of one; nowhere if none is like it.
 *
 * @param pages in their order
 */
export function findCitedRanges(pages: readonly (CitedText & { readonly number: number })[], statement: string): PageRange[] {
  if (statement === '') return []
  const parts = pages.flatMap(({ number, text, from: start = 0, ranges }) =>
    ranges
      .map(({ from, to }) => ({
        page: number,
        from: Math.max(from, start),
        text: text.slice(Math.max(0, from - start), Math.max(0, to - start)),
      }))
      .toSorted((one, other) => one.from - other.from),
  )
  let whole = ''
  const placed = parts.map((part, index) => {
    const before = parts[index - 1]
    // A sentence ends with its range, unless the range ends with its page.
    if (before) whole += before.page !== part.page && !endsSentence.test(before.text) ? ' ' : '\n\n'
    whole += part.text
    return { ...part, offset: whole.length - part.text.length }
  })
  const found = findCitedSentence(whole, statement)
  return placed.flatMap(({ page, from, text, offset }) => {
    const begin = Math.max(0, (found?.from ?? 0) - offset)
    const end = Math.min(text.length, (found?.to ?? 0) - offset)
    return begin < end ? [{ page, from: from + begin, to: from + end }] : []
  })
}

/** Returns where that sentence stands in the ranges of one page. */
export function findCitedRange(page: CitedText, statement: string): TextRange | null {
  const [found] = findCitedRanges([{ ...page, number: 1 }], statement)
  return found ? { from: found.from, to: found.to } : null
}
