import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import type { MarkdownExtension } from './extension.ts'
import { loadMarkdown, Markdown } from './Markdown.tsx'

beforeAll(async () => {
  await loadMarkdown()
  // What is rendered without waiting, as below, is not rendered again once a part of it has been loaded.
  await act(async () => void render(<Markdown text="$x$" />))
})

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
    expect(container.querySelector('section :is(script, img, iframe, style, form, svg, object, b):not(button *)')).toBeNull()
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

describe('code', () => {
  test('has the same text with its colours as without them', async () => {
    const code = 'const warp = 120\n\nconst weft = 96'
    const container = await renderMarkdown(`\`\`\`ts\n${code}\n\`\`\``)
    expect(container.querySelector('code')?.textContent).toBe(code)
    await waitFor(() => expect(container.querySelectorAll('code > span').length).toBeGreaterThan(1))
    expect(container.querySelector('code')?.textContent).toBe(code)
  })
})

describe('a table', () => {
  test('is copied as CSV: what the cells say, formulas as their source, and nothing that a spreadsheet would reckon', async () => {
    const { user } = await renderWithApp(
      <Markdown text={'| a, b | c |\n|---|---|\n| **x** "y"<br>z | $\\frac{1}{2}$ |\n| =SUM(A1) | -5.2 % |\n| `p\\|q` | |'} />,
    )
    await screen.findAllByText((_, element) => element?.classList.contains('katex') === true)
    await user.click(screen.getByRole('button', { name: 'Copy table as CSV' }))
    expect(await navigator.clipboard.readText()).toBe('"a, b",c\r\n"x ""y""\nz",\\frac{1}{2}\r\n\'=SUM(A1),-5.2 %\r\np|q,\r\n')
  })
})

describe('a long reply', () => {
  test('has one table of its 300 rows, each drawn', async () => {
    const formula = (index: number) => (index % 30 === 0 ? `$|x_{${index}}|$` : '$5')
    const rows = Array.from({ length: 300 }, (_, index) => `| ${index} | ${'說明'.repeat(25)}**「${index}」**個 | ${formula(index)} |`)
    const container = await renderMarkdown(['| 名 | 說明 | 式 |', '|---|---|---|', ...rows].join('\n'))
    const tables = container.querySelectorAll('table')
    expect(tables).toHaveLength(1)
    expect(tables[0]?.querySelectorAll('thead')).toHaveLength(1)
    expect(tables[0]?.querySelectorAll('tbody > tr')).toHaveLength(300)
    expect(tables[0]?.querySelectorAll('td strong')).toHaveLength(300)
    expect(tables[0]?.querySelectorAll('td .katex')).toHaveLength(10)
  })

  test('with one footnote is no raw source', async () => {
    const text = `${`一段**「重點」**${'文字'.repeat(200)}。\n\n`.repeat(45)}有註[^1]。\n\n[^1]: 註。`
    const container = await renderMarkdown(text)
    expect(container).not.toHaveTextContent('**')
    expect(container.querySelectorAll('[data-footnotes] li')).toHaveLength(1)
  })

  test('has its numbers of three digits whole', async () => {
    const container = await renderMarkdown(Array.from({ length: 120 }, (_, index) => `${index + 1}. 項目「${index}」的說明`).join('\n'))
    const lists = [...container.querySelectorAll('ol')]
    expect(lists.length).toBeGreaterThan(1)
    for (const list of lists)
      expect(getComputedStyle(list).getPropertyValue('--digits') || list.closest('div')?.style.getPropertyValue('--digits')).toBe('3')
  })
})

describe('footnotes', () => {
  const text = 'One[^a], again[^a] and two[^b].\n\n[^a]: First.\n[^b]: Second.'

  test('lead to their notes and back, in each reply to its own', async () => {
    const { user } = await renderWithApp(
      <>
        <Markdown text={text} />
        <Markdown text={text} />
      </>,
    )
    const marks = await screen.findAllByRole('link', { name: /^Footnote/ })
    expect(marks.map(({ textContent }) => textContent)).toEqual(['1', '1', '2', '1', '1', '2'])
    const ids = [...document.querySelectorAll('[id*="note"], [id*="mark"]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-footnote-ref], [data-footnote-backref]'))
      expect(document.getElementById(link.hash.slice(1))).not.toBeNull()

    const [, , , , , last] = marks
    if (!last) throw new Error('There are too few marks')
    await user.click(last)
    expect(document.activeElement).toHaveTextContent('Second.')
    expect(last.closest('[data-markdown]')).toContainElement(document.activeElement as HTMLElement)
    await user.click(screen.getAllByRole('link', { name: 'Back to the text of footnote 2' }).at(-1) as HTMLElement)
    expect(document.activeElement).toBe(last)
  })

  test('have a heading that is heard, in the language of the screen', async () => {
    await renderWithApp(<Markdown text={text} lang="zh-Hant" />)
    expect(await screen.findByRole('heading', { name: 'Footnotes' })).toBeInTheDocument()
  })
})

describe('a link on paper', () => {
  test('has its address behind it, if its words are not that', async () => {
    const text = 'https://a.example/臺 www.b.example c@d.example [e](https://e.example/) [https://f.example](https://evil.example)'
    const container = await renderMarkdown(text)
    const links = [...container.querySelectorAll('a')]
    expect(links.map((link) => link.hasAttribute('data-bare'))).toEqual([true, true, true, false, false])
  })
})

describe('each paragraph', () => {
  test('has the direction of its first letter', async () => {
    const container = await renderMarkdown('中文\n\n- שלום\n\n# a\n\n| b |\n|---|\n| c |')
    expect([...container.querySelectorAll('[data-markdown] [dir=auto]')].map(({ localName }) => localName)).toEqual([
      'p',
      'li',
      'h1',
      'th',
      'td',
    ])
  })
})

/** Counts the texts that are read, from where a feature adds to the reading. */
function countReadings() {
  const readings: string[] = []
  const extension: MarkdownExtension = {
    remark: [() => (_tree: unknown, file: { value: unknown }) => void readings.push(String(file.value))],
  }
  return { readings, extension }
}

describe('a finished block is read once', () => {
  test('while the reply grows', async () => {
    const { readings, extension } = countReadings()
    const paragraphs = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} with **words**.`)
    const text = paragraphs.join('\n\n')
    const view = render(<Markdown text="" isStreaming extension={extension} />)
    for (let end = 1; end <= text.length; end += 7) view.rerender(<Markdown text={text.slice(0, end)} isStreaming extension={extension} />)
    view.rerender(<Markdown text={text} extension={extension} />)
    // The end of one block is known when the next has begun.
    for (const [index, paragraph] of paragraphs.slice(0, -2).entries()) {
      const last = readings.findLastIndex((read) => read.trim() === paragraph)
      expect(last).toBeLessThan(readings.findIndex((read) => read.includes(`${index + 2}`)))
    }
    expect(readings.length).toBeLessThan(text.length / 7 + 2 * paragraphs.length)
  })

  test('and never again when its message is scrolled back to', async () => {
    const { readings, extension } = countReadings()
    const text = 'One *thing*.\n\nAnother [thing][1].\n\n- a\n- b\n\n[1]: https://example.test'
    const first = render(<Markdown text={text} extension={extension} />)
    const before = first.container.innerHTML
    expect(readings).toHaveLength(3)
    first.unmount()
    const { container } = render(<Markdown text={text} extension={extension} />)
    expect(container.innerHTML).toBe(before)
    expect(readings).toHaveLength(3)
  })
})

describe('an extension', () => {
  test('adds its own elements to the clean tree, and can not be named by the reply', async () => {
    type Node = { type: string; tagName?: string; properties?: object; children?: Node[] }
    const mark = () => (tree: Node) => void tree.children?.push({ type: 'element', tagName: 'cite-number', properties: {}, children: [] })
    const components = { 'cite-number': () => <button type="button">1</button> } as MarkdownExtension['components']
    const { container } = render(<Markdown text="<cite-number>9</cite-number>" extension={{ rehype: [mark], components }} />)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    expect(container).toHaveTextContent('<cite-number>9</cite-number>1')
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

test('the browser translates no code, keys and formulas of a reply', async () => {
  const container = await renderMarkdown(
    'Run `git push` or <kbd>F5</kbd> where $x$ is.\n\n```sh\ngit push\n```\n\n- a\n\n  ```\n  b\n  ```',
  )
  await waitFor(() => expect(container.querySelector('.katex')).toHaveAttribute('translate', 'no'))
  const verbatim = [...container.querySelectorAll('section :is(code, kbd)')]
  expect(verbatim.map(({ textContent }) => textContent.trim())).toEqual(['git push', 'F5', 'git push', 'b'])
  for (const element of verbatim) expect(element).toHaveAttribute('translate', 'no')
})
