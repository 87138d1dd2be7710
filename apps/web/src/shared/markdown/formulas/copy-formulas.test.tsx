import { act, createEvent, fireEvent, render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { loadMarkdown, Markdown } from '../Markdown.tsx'

beforeAll(async () => {
  await loadMarkdown()
  await import('./MathMarkdown.tsx')
  await act(async () => void render(<Markdown text="$x$" />))
})

/** Copies from the first letter of one element to the last of another; returns what is on the clipboard. */
function copySelection(first: Element, last: Element) {
  const range = document.createRange()
  range.setStart(first, 0)
  range.setEnd(last, last.childNodes.length)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
  const copied = new Map<string, string>()
  const event = createEvent.copy(first, { clipboardData: { setData: (type: string, text: string) => copied.set(type, text) } })
  fireEvent(first, event)
  return copied.get('text/html')
}

test('a selection has the source of its formulas, whole though a part is selected', () => {
  const { container } = render(<Markdown text={'Of $\\frac{1}{2}$ and\n\n$$\nx^2\n$$\n\nthe `end`.'} />)
  const [first, last] = container.querySelectorAll('p')
  if (!first || !last) throw new Error('There are too few paragraphs')
  expect(copySelection(first, last)).toBe('<p>Of $\\frac{1}{2}$ and</p><p>$$x^2$$</p><p>the <code>end</code>.</p>')
  const digit = first.querySelector('.katex-html .mord')
  if (!digit) throw new Error('The formula is not drawn')
  expect(copySelection(digit, digit)).toBe('$\\frac{1}{2}$')
})

test('a selection without formulas is left to the browser', () => {
  const { container } = render(<Markdown text="Just **words**." />)
  const [paragraph] = container.querySelectorAll('p')
  if (!paragraph) throw new Error('There is no paragraph')
  expect(copySelection(paragraph, paragraph)).toBeUndefined()
})
