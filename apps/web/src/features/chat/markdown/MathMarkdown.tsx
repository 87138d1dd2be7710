// Loaded with KaTeX and its fonts when the first formula is shown.
import 'katex/dist/katex.min.css'
import type { Options } from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import { SafeMarkdown } from './SafeMarkdown.tsx'

// `trust` stays off: no links or images from formulas. `maxExpand` ends macros that never do.
const katex: Options['rehypePlugins'] = [[rehypeKatex, { strict: 'ignore', trust: false, maxExpand: 500, errorColor: 'inherit' }]]

export function MathMarkdown({ children }: { children: string }) {
  return <SafeMarkdown afterSanitising={katex}>{children}</SafeMarkdown>
}
