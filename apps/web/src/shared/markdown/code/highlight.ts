// Syntax colours by shiki with its JavaScript engine (the policy forbids WebAssembly's eval), loaded with the first code block.
import type { HighlighterCore, ThemedToken } from 'shiki/core'
import { findGrammar } from './grammars.ts'

export type ColouredLine = readonly { content: string; light: string; dark: string }[]

const themes = { light: 'github-light-default', dark: 'github-dark-default' } as const
/** Longer code stays plain. */
const maxima = { characters: 30_000, lines: 1_000, ofLine: 2_000 }
/** Colouring pauses after so long, so that no frame is lost to a long block; the first lines compile the grammar. */
const sliceMs = 8

let highlighter: Promise<HighlighterCore> | null = null

async function createHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, light, dark] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
    import('shiki/themes/github-light-default.mjs'),
    import('shiki/themes/github-dark-default.mjs'),
  ])
  return createHighlighterCore({ themes: [light.default, dark.default], engine: createJavaScriptRegexEngine({ forgiving: true }) })
}

/** The coloured lines of code, some at a time; none where its language is unknown. */
export async function* highlight(code: string, language: string): AsyncGenerator<readonly ColouredLine[], void, void> {
  const grammar = findGrammar(language)
  if (!grammar || code.length > maxima.characters) return
  const lines = code.split('\n')
  if (lines.length > maxima.lines || lines.some((line) => line.length > maxima.ofLine)) return
  highlighter ??= createHighlighter()
  const shiki = await highlighter
  if (!shiki.getLoadedLanguages().includes(grammar.name)) await shiki.loadLanguage(await grammar.load())

  let coloured: ColouredLine[] = []
  let grammarState: Parameters<typeof shiki.codeToTokens>[1]['grammarState']
  let pauseAt = 0
  for (const line of lines) {
    if (performance.now() >= pauseAt) {
      if (coloured.length > 0) yield coloured
      coloured = []
      await nextTask()
      pauseAt = performance.now() + sliceMs
    }
    const result = shiki.codeToTokens(line, { lang: grammar.name, themes, defaultColor: false, grammarState })
    grammarState = result.grammarState
    coloured.push(...result.tokens.map((tokens) => tokens.map(toColours)))
  }
  yield coloured
}

function toColours({ content, htmlStyle }: ThemedToken) {
  return { content, light: htmlStyle?.['--shiki-light'] ?? 'inherit', dark: htmlStyle?.['--shiki-dark'] ?? 'inherit' }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
