import { act, render } from '@testing-library/react'
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { startI18n } from '#i18n/i18n.ts'
import { corpus } from '#testing/markdown-corpus/corpus.ts'
import { loadMarkdown, Markdown } from './Markdown.tsx'
import { copyContent, toPlainHtml } from './plain-html.ts'

beforeAll(async () => {
  await startI18n()
  await i18next.changeLanguage('en')
  await i18next.loadNamespaces(['common', 'markdown'])
  await loadMarkdown()
  // What is rendered without waiting, as below, is not rendered again once a part of it has been loaded.
  await import('./formulas/MathMarkdown.tsx')
  await act(async () => void render(<Markdown text="$x$" />))
})

/** What is drawn, as plain HTML. */
const readDrawn = (page: Element) => toPlainHtml(copyContent(page))

function draw(text: string): string {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<Markdown text={text} />)
  return readDrawn(page)
}

/** What is drawn once the text has come two characters at a time. */
function drawStreamed(text: string): string {
  const page = document.createElement('div')
  const root = createRoot(page)
  for (let end = 2; end < text.length; end += 2) flushSync(() => root.render(<Markdown text={text.slice(0, end)} isStreaming />))
  flushSync(() => root.render(<Markdown text={text} />))
  const drawn = readDrawn(page)
  root.unmount()
  return drawn
}

test('the corpus has 200 texts, in five languages', () => {
  const texts = Object.values(corpus).flat()
  expect(texts.length).toBeGreaterThanOrEqual(200)
  expect(new Set(texts.map(([language]) => language)).size).toBe(5)
})

describe.each(Object.entries(corpus))('of everyday replies, %s', (_, texts) => {
  test.each(texts)('in %s are drawn: %j', (_language, markdown, html) => {
    expect(draw(markdown)).toBe(html)
  })

  test('are drawn alike when they come two characters at a time', () => {
    for (const [, markdown, html] of texts) expect(drawStreamed(markdown)).toBe(html)
  })
})
