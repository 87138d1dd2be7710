import { findCitedSentence } from '@heddle/text/citation/cited-sentence'
import { type RefObject, useEffect } from 'react'

/** The name of the highlight in SourceList.module.css. */
const name = 'cited-sentence'

const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, div, blockquote'

/** Marks the sentence in an element that is most like a statement; none for ''. The elements themselves stay as React made them. */
export function useCitedSentence(target: RefObject<HTMLElement | null>, statement: string) {
  useEffect(() => {
    const element = target.current
    // Safari before 17.2 and Firefox before 140 have no highlights.
    if (!element || statement === '' || !('highlights' in CSS)) return
    const range = findRange(element, statement)
    if (!range) return
    CSS.highlights.set(name, new Highlight(range))
    return () => {
      CSS.highlights.delete(name)
    }
  }, [target, statement])
}

function findRange(element: HTMLElement, statement: string): Range | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: { node: Node; from: number; to: number }[] = []
  let whole = ''
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
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
