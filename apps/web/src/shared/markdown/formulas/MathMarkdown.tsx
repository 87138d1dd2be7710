// Loaded with KaTeX and its fonts when the first formula is shown.
import 'katex/dist/katex.min.css'
// oxlint-disable-next-line import/no-unassigned-import -- It adds \ce and \pu to KaTeX.
import 'katex/contrib/mhchem'
import type { Options } from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import { copyFormulasAsSource } from './copy-formulas.ts'
import type { MarkdownExtension } from '../extension.ts'
import { SafeMarkdown } from '../SafeMarkdown.tsx'
import { errorColor, sourceOfHugeFormulas, sourceOfUnreadFormulas } from './formula-source.ts'

// `trust` stays off: no links or images from formulas. `maxExpand` ends macros that never do, `maxSize` is in em.
const katex: NonNullable<Options['rehypePlugins']> = [
  sourceOfHugeFormulas,
  [rehypeKatex, { strict: 'ignore', trust: false, maxExpand: 200, maxSize: 20, errorColor }],
  sourceOfUnreadFormulas,
]

copyFormulasAsSource()

type MathMarkdownProps = { children: string; extension: MarkdownExtension; isGrowing: boolean }

export function MathMarkdown({ children, extension, isGrowing }: MathMarkdownProps) {
  return (
    <SafeMarkdown extension={extension} isGrowing={isGrowing} afterSanitising={katex}>
      {children}
    </SafeMarkdown>
  )
}
