import { findCitedSentence } from '@heddle/text/citation/cited-sentence'
import { type RefObject, useEffect } from 'react'

/** The name of the highlight in Preview.module.css. */
const name = 'cited-sentence'

const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, div, blockquote'

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
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: { node: Node; from: number; to: number }[] = []
  let whole = ''
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (within !== undefined && !node.parentElement?.closest(within)) continue
    const text = node.nodeValue ?? ''
    const own = node.parentElement?.closest(blocks)
    // A sentence ends with its paragraph.
    if (block && own !== block) whole += '\n'
    block = own
    texts.push({ node, from: whole.length, to: whole.length + text.length })
    whole += text
  }
  const found = findCitedSentence(whole, statement)
  const [start, end] = [texts.find(({ to }) => found && to > found.from), texts.find(({ to }) => found && to >= found.to)]
  if (!found || !start || !end) return null
  const range = document.createRange()
  range.setStart(start.node, found.from - start.from)
  range.setEnd(end.node, found.to - end.from)
  return range
}
