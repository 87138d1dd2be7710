// All that reads the prose of a reply tells it from code, formulas and URLs as the page shows them.
import { renumberCitations } from '@heddle/text/citation/citation-numbers'
import { createCitationFilter } from '@heddle/text/citation/citation-filter'
import { scanProse } from '@heddle/text/prose/prose-scanner'
import { checkScript } from '@heddle/text/language/script-check'
import { loadTraditionalConverter } from '@heddle/text/language/traditional-converter'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BlockSplitter, listPieces } from '@heddle/markdown/blocks/blocks'
import { noExtension } from './extension.ts'
import { normaliseMath } from '@heddle/markdown/formulas/math-delimiters'
import { MathMarkdown } from './formulas/MathMarkdown.tsx'

const createConverter = await loadTraditionalConverter()

/** Where each reader of a text finds its own word. */
const word = '§'
const put = (text: string, replacement: string) => text.replace(word, replacement)

type Kind = 'prose' | 'code' | 'formula' | 'url'

/** What the page shows the word as. */
function findShownKind(text: string): Kind {
  const { blocks, definitions } = new BlockSplitter().split(put(text, 'word'))
  for (const block of blocks) {
    const source = listPieces(block)[0] ?? ('code' in block ? block.code : '')
    if (!source.includes('word')) continue
    if (block.kind === 'code') return 'code'
    // The source of a formula that is not closed.
    if (source.startsWith('~~~tex')) return 'formula'
    const page = document.createElement('div')
    page.innerHTML = renderToStaticMarkup(
      <MathMarkdown extension={noExtension} isGrowing>
        {normaliseMath(`${source}\n\n${definitions}`)}
      </MathMarkdown>,
    )
    const shown = [...page.querySelectorAll('*')].findLast(
      (element) => element.textContent.includes('word') || element.getAttribute('href')?.includes('word'),
    )
    if (shown?.closest('.katex, .language-tex')) return 'formula'
    if (shown?.closest('code, pre')) return 'code'
    return shown?.closest('a') ? 'url' : 'prose'
  }
  throw new Error('The word is not on the page')
}

/** What the scanner says the word is, and whether it is quoted. */
function findScanned(text: string) {
  const whole = put(text, 'word')
  let at = 0
  for (const { kind, text: piece, isQuoted } of scanProse(whole)) {
    if (at + piece.length > whole.indexOf('word')) return { kind, isQuoted }
    at += piece.length
  }
  throw new Error('The word is in no segment')
}

const filterCitations = (text: string) => {
  const filter = createCitationFilter(() => false)
  return filter.push(text) + filter.finish()
}
const convert = (text: string) => {
  const filter = createConverter()
  return filter.push(text) + filter.finish()
}

/** Whether each of the readers takes the word for prose. */
function findProseReaders(text: string) {
  return {
    citationFilter: !filterCitations(put(text, '[9]')).includes('[9]'),
    renumbering: renumberCitations(put(text, '[9]'), [{ number: 9 }]).includes('[1]'),
    conversion: convert(put(text, '软件')).includes('軟體'),
    scriptCheck: checkScript(put(text, 'ก'.repeat(90)), 'th') === 'matches',
  }
}

function expectAgreement(text: string, kind: Kind) {
  const scanned = findScanned(text)
  const mayCite = kind === 'prose'
  const isRead = mayCite && scanned.kind === 'prose' && !scanned.isQuoted
  expect(scanned.kind === 'tag' ? 'prose' : scanned.kind).toBe(kind)
  expect(findProseReaders(text)).toEqual({ citationFilter: mayCite, renumbering: mayCite, conversion: isRead, scriptCheck: isRead })
}

test.each<[Kind, string]>([
  ['prose', 'a § b'],
  ['code', 'a `b §` c'],
  ['code', 'a ``b ` § c`` d'],
  ['code', 'a `b\n§` c'],
  ['prose', 'a lone ` and §'],
  ['prose', 'a lone ` and §\n\nthe next ` paragraph'],
  ['prose', '- a lone ` and §\n- the next ` item'],
  ['prose', '# a lone ` and §\nthe next ` line'],
  ['code', 'a `b\n5) §` c'],
  ['code', 'a `b\n  12. §` c'],
  ['code', 'a `b\nc\n5) §` c'],
  ['prose', 'a `b\n1. §` c'],
  ['prose', 'a `b\n\n5) §` c'],
  ['prose', '# a `b\n5) §` c'],
  ['prose', '- a `b\n5) §` c'],
  ['prose', '4) a `b\n5) §` c'],
  ['code', '- a `b\n  5) §` c'],
  ['prose', '- a\nb `c\n5) §` d'],
  ['prose', '- a\n\n  b `c\n5) §` d'],
  ['code', '- a\n\nb `c\n5) §` d'],
  ['prose', '- a\n  - b `c\n  5) §` d'],
  ['prose', '> a `b\n5) §` c'],
  ['code', '> a `b\n> 5) §` c'],
  ['prose', 'an escaped \\`§` mark'],
  ['prose', '``a § `b`c'],
  ['code', '```js\n§\n```'],
  ['code', '```js\n§'],
  ['code', '~~~\n```\n§\n~~~'],
  ['prose', '```\na\n```\n§'],
  ['code', '```a §``` b'],
  ['code', '- a\n\n  ```\n  b\n\n  §\n  ```'],
  ['code', '- ~~~\n  $5 §\n  ~~~'],
  ['prose', '- ```\n  a\n\n§'],
  ['code', '> ```\n> §\n> ```'],
  ['prose', '> ```\n> a\n\n§'],
  ['code', '```\n> ```\n§\n```'],
  ['prose', '> quoted §'],
  ['code', '> quoted `§`'],
  ['formula', 'a $x_§$ b'],
  ['formula', 'a $x$$y_§$ b'],
  ['formula', 'a $x \\$ §$ b'],
  ['prose', 'from $5 § to $10'],
  ['prose', 'from $5§-$10'],
  ['prose', '$ 5 §$ and $a'],
  ['prose', '$a §\nb$'],
  ['prose', 'an escaped \\$a§$'],
  ['prose', '$$$ § $$$'],
  ['formula', 'a $$x_§$$ b'],
  ['formula', 'a $$\nx_§\n$$\nb'],
  ['prose', 'a $$ §\n\nb $$ c'],
  ['formula', '$$\na\n\n§\n$$'],
  ['formula', '$$a_§$$ is the sum\n\nof $$b$$'],
  ['prose', '$$a$$ is the §\n\nof $$b$$'],
  ['formula', '$$\n§'],
  ['formula', 'a\n$$\n§\n$$'],
  ['formula', '- $$\n  §\n  $$'],
  ['formula', 'a \\(x_§\\) b'],
  ['prose', 'a \\(x §'],
  ['prose', 'a \\\\(x § b\\\\)'],
  ['prose', 'a \\(x §\n\nb\\)'],
  ['formula', '\\[\nx\n\n§\n\\]'],
  ['formula', '\\[ x_§'],
  ['formula', 'a \\[x_§\\] b'],
  ['prose', '\\[a] is escaped §'],
  ['prose', 'a \\[b § c'],

  ['prose', '`$a` § `$b`'],
  ['prose', '$a `b$ §` c'],
  ['url', '<https://a.example/§>'],
  ['url', 'see https://a.example/x§ there'],
  ['url', 'see https://a.example/?$a=§&$b=1 there'],
  ['url', '(www.a.example/§)'],
  ['prose', '(www.a.example) §'],
  ['url', '[a](https://a.example/b_(c)§)'],
  ['url', '[a](https://a.example/$x§$)'],
  ['prose', '[a](b § c)'],

  ['prose', 'a <b c="§"> d'],
  ['prose', 'a <b c="`">§</b c="`">'],
  ['prose', '1 < 2 § 3 > 2'],
  ['prose', '| a | §` |\n|---|---|\n| ` | b |'],
  ['formula', '| a | b |\n|---|---|\n| $|§|$ | b |'],
  ['code', '| a | b |\n|---|---|\n| `a|§` | b |'],
  ['formula', '\\begin{align}\na &= § \\\\\n\\end{align}'],
  ['formula', 'a\n\\begin{cases}\n\n§\n\\end{cases}\nb'],
  ['formula', '- \\begin{pmatrix}\n  §\n  \\end{pmatrix}'],
  ['prose', '\\begin{align}a\\end{align} §'],
  ['prose', 'a \\begin{itemize} § \\end{itemize}'],
  ['url', '見 https://a.example/布§（甲）'],
  ['prose', '見 https://a.example/布（§）'],
  ['prose', '**https://a.example/a**。§'],
  ['prose', 'https://a.example布§'],
  ['prose', 'https://a.example/布。§'],
  ['prose', 'x<sub>§</sub>'],
  ['prose', '<details>\n<summary>§</summary>\n\na\n\n</details>'],
])('%s, as every reader has it: %j', (kind, text) => {
  expect(findShownKind(text)).toBe(kind)
  expectAgreement(text, kind)
})

test('of any text every reader has the same pieces, as the page shows them', () => {
  const formulaMarks = fc.constantFrom(['$', '$', '\\$'], ['$$'], ['\\(', '\\)'], ['\\[', '\\]'])
  const texts = formulaMarks.chain((formula) => {
    const mark = fc.constantFrom(...formula, '`', '``', '\\', '\n', '\n\n', ' ', 'a', '5', '(', ')', '布', '。')
    const marks = fc.array(mark, { maxLength: 8 }).map((parts) => parts.join(''))
    return fc.tuple(marks, marks)
  })
  fc.assert(
    fc.property(texts, ([before, after]) => {
      const text = `a${before} b § c ${after}d`
      // What is behind a fence on its line is not shown.
      fc.pre(!/^[ \t]*```/m.test(text))
      expectAgreement(text, findShownKind(text))
    }),
    // The page has a parser of its own, which differs on rare texts: "5) $$" and "``$$\n$$``" are known. Every run has the same texts.
    { numRuns: 600, seed: 14 },
  )
})
