const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, div, blockquote'

export type ElementText = {
  /** What is in the element, each block on a line of its own. */
  readonly text: string
  /** Returns where a part of the text is in the page; null for one without characters of an element. */
  readonly toRange: (from: number, to: number) => Range | null
}

/** Reads the text of an element, or of the elements in it that match `within`, which stay as React made them. */
export function readElementText(element: HTMLElement, within?: string): ElementText {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const pieces: { node: Node; from: number; to: number }[] = []
  let text = ''
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (within !== undefined && !node.parentElement?.closest(within)) continue
    const value = node.nodeValue ?? ''
    const own = node.parentElement?.closest(blocks)
    if (block && own !== block) text += '\n'
    block = own
    pieces.push({ node, from: text.length, to: text.length + value.length })
    text += value
  }
  return {
    text,
    toRange(from, to) {
      const [start, end] = [pieces.find((piece) => piece.to > from), pieces.find((piece) => piece.to >= to)]
      if (!start || !end) return null
      const range = document.createRange()
      range.setStart(start.node, Math.max(0, from - start.from))
      range.setEnd(end.node, Math.max(0, to - end.from))
      return range
    },
  }
}
