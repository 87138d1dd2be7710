import { findCitedSentence } from '@heddle/text/citation/cited-sentence'
import { type RefObject, useEffect } from 'react'
import { readElementText } from '#shared/element-text.ts'

/** The name of the highlight in Preview.module.css. */
const name = 'cited-sentence'

type CitedSentenceOptions = {
  /** A selector of the elements whose text is cited; all of the text unless given. */
  within?: string
  /** Whether the sentence is scrolled into view. */
  isOpened?: boolean
}

/** Marks the sentence in an element that is most like a statement; none for ''. The elements in it stay as React made them. */
export function useCitedSentence(
  target: RefObject<HTMLElement | null>,
  statement: string,
  { within, isOpened = false }: CitedSentenceOptions = {},
) {
  useEffect(() => {
    const element = target.current
    const range = element && statement !== '' ? findRange(element, statement, within) : null
    if (!range) return
    if (isOpened) range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    // Safari before 17.2 and Firefox before 140 have no highlights.
    if (!('highlights' in CSS)) return
    const highlight = CSS.highlights.get(name) ?? new Highlight()
    CSS.highlights.set(name, highlight.add(range))
    element?.setAttribute('data-sentence', '')
    return () => {
      highlight.delete(range)
      element?.removeAttribute('data-sentence')
    }
  }, [target, statement, within, isOpened])
}

function findRange(element: HTMLElement, statement: string, within?: string): Range | null {
  const { text, toRange } = readElementText(element, within)
  const found = findCitedSentence(text, statement)
  return found ? toRange(found.from, found.to) : null
}
