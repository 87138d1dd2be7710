import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hostileReplies } from '../../testing/hostile-markdown.ts'
import { loadMarkdown, Markdown } from './Markdown.tsx'

beforeAll(async () => {
  await loadMarkdown()
  await import('./formulas/MathMarkdown.tsx')
})
afterEach(cleanup)

const foreign = 'script, img, iframe, object, embed, form, link, meta, base, style, template, video, audio, input:not([type=checkbox])'
const safeAddress = /^(?:https?|mailto):/i
/** What React, KaTeX and our own elements write. */
const ownAttributes =
  /^(?:class|style|href|target|rel|dir|open|lang|translate|role|tabindex|title|type|id|start|align|colspan|rowspan|checked|disabled|aria-.+|data-.+|xmlns|encoding|math.+|display|stretchy|fence|separator|lspace|rspace|columnalign|columnspacing|rowspacing|width|height|viewbox|preserveaspectratio|d|fill|stroke.*|minsize|maxsize|scriptlevel|displaystyle|voffset|depth|movablelimits|accent|linethickness)$/i

const leadsTo = (container: HTMLElement, link: Element) =>
  container.querySelector(`#${CSS.escape(link.getAttribute('href')?.slice(1) ?? '')}`) !== null

/** What is on the page beside words and what only our own components make. */
function findUnsafe(container: HTMLElement): string[] {
  const unsafe: string[] = []
  for (const element of container.querySelectorAll('*')) {
    const isForeign = element.matches(foreign)
    const isOwnNote = element.matches('[data-footnote-ref], [data-footnote-backref]') && leadsTo(container, element)
    const isOddLink =
      element.matches('a') && !isOwnNote && !(safeAddress.test(element.getAttribute('href') ?? '') && element.matches('[rel~=noopener]'))
    const isOdd = element.getAttributeNames().some((name) => !ownAttributes.test(name))
    if (isForeign || isOddLink || isOdd || !(element.id === '' || element.id.startsWith('reply-'))) unsafe.push(element.outerHTML)
  }
  return unsafe
}

describe('of every hostile reply only words are shown', () => {
  test('there are fifty and more, the worst of them eleven', () => {
    expect(hostileReplies.length).toBeGreaterThanOrEqual(50)
    expect(hostileReplies.filter(({ isWorst }) => isWorst)).toHaveLength(11)
  })

  test.each(hostileReplies.map(({ name, text }) => [name, text] as const))('%s', (_, text) => {
    const { container } = render(<Markdown text={text} />)
    expect(findUnsafe(container)).toEqual([])
    expect(container.textContent).not.toBe('')
  })

  test.each(hostileReplies.filter(({ isWorst }) => isWorst).map(({ name, text }) => [name, text] as const))(
    '%s, wherever its stream is cut',
    (_, text) => {
      const { container, rerender } = render(<Markdown text="" isStreaming />)
      for (let end = 1; end <= text.length; end += 1) {
        rerender(<Markdown text={text.slice(0, end)} isStreaming />)
        expect({ end, unsafe: findUnsafe(container) }).toEqual({ end, unsafe: [] })
      }
    },
  )
})
