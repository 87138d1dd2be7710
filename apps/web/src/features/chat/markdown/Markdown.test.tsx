import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, test } from 'vitest'
import { renderWithApp } from '#shared/testing/render.tsx'
import { Markdown } from './Markdown.tsx'

async function renderMarkdown(text: string) {
  const { container } = await renderWithApp(
    <Suspense>
      <section aria-label="reply">
        <Markdown text={text} />
      </section>
    </Suspense>,
  )
  await screen.findByRole('region', { name: 'reply' })
  return container
}

describe('a reply is rendered safely', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in a sentence', 'x <script>alert(1)</script> y'],
    ['an event handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://evil.test"></iframe>'],
    ['a style', '<style>body { display: none }</style>'],
    ['a form', '<form action="https://evil.test"><input name="password"></form>'],
    ['an svg', '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>'],
    ['html in a list', '- <object data="https://evil.test"></object>'],
    ['html in a table', '| a |\n|---|\n| <b onclick=alert(1)>x</b> |'],
  ])('%s is shown as text', async (_, source) => {
    const container = await renderMarkdown(source)
    expect(container.querySelector('section :is(script, img, iframe, style, form, svg, object, b)')).toBeNull()
    expect(container.querySelector('section')?.textContent).toMatch(/<(script|img|iframe|style|form|svg|object|b)/)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x',
    '/settings/me',
    '//evil.test/x',
    '#top',
  ])('a link to %s leads nowhere', async (address) => {
    const container = await renderMarkdown(`[words](<${address}>)\n\n[words][1]\n\n[1]: <${address}>`)
    expect(container.querySelector('section a')).toBeNull()
    expect(container.querySelector('section')).toHaveTextContent('words')
  })

  test.each(['https://example.test/a?b=1', 'http://example.test/', 'mailto:someone@example.test'])(
    'a link to %s works',
    async (address) => {
      await renderMarkdown(`[words](${address})`)
      const link = screen.getByRole('link', { name: 'words' })
      expect(link).toHaveAttribute('href', address)
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
      expect(link).toHaveAttribute('target', '_blank')
    },
  )

  test('an image is a link, and is not loaded', async () => {
    const container = await renderMarkdown('![the loom](https://evil.test/pixel.png)\n\n![bad](javascript:alert(1))')
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'the loom' })).toHaveAttribute('href', 'https://evil.test/pixel.png')
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })

  test('a formula can not bring in links or images', async () => {
    const container = await renderMarkdown('$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.test/x.png}$')
    await screen.findAllByText((_, element) => element?.classList.contains('katex') === true)
    expect(container.querySelector('section :is(a, img)')).toBeNull()
  })

  test('a line break in a table cell is a line break', async () => {
    const container = await renderMarkdown('| a |\n|---|\n| x<br>y |')
    expect(container.querySelector('td br')).not.toBeNull()
  })
})

describe('a reply that grows', () => {
  test('does not touch the blocks that are finished', () => {
    const paragraphs = Array.from({ length: 20 }, (_, index) => `Paragraph ${index} with **words**.`)
    const text = paragraphs.join('\n\n')
    const { container, rerender } = render(<Markdown text={text} isStreaming />)
    const finished = [...container.querySelectorAll('p')].slice(0, -1)
    const observer = new MutationObserver(() => undefined)
    observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
    rerender(<Markdown text={`${text} And more`} isStreaming />)
    rerender(<Markdown text={`${text} And more.\n\nNew`} isStreaming />)
    const touched = observer.takeRecords().map(({ target }) => target)
    expect(touched.length).toBeGreaterThan(0)
    expect(finished.filter((paragraph) => touched.some((node) => paragraph.contains(node)))).toEqual([])
    expect([...container.querySelectorAll('p')].slice(0, 19)).toEqual(finished)
    expect(container).toHaveTextContent('And more.New')
  })

  test('hides the marks of what is not finished yet', () => {
    const { container } = render(<Markdown text="This is **bold and [a link](https://exam" isStreaming />)
    expect(container.querySelector('strong')).toHaveTextContent('bold and a link')
    expect(container).not.toHaveTextContent('**')
  })
})
