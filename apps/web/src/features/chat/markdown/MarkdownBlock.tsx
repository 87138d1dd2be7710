import { lazy, memo, Suspense } from 'react'
import remend from 'remend'
import { hasMath, normaliseMath } from './math-delimiters.ts'
import { SafeMarkdown } from './SafeMarkdown.tsx'

const MathMarkdown = lazy(async () => ({ default: (await import('./MathMarkdown.tsx')).MathMarkdown }))

type MarkdownBlockProps = { text: string; definitions: string; isComplete: boolean }

/** One block, rendered again only when its own text changes. An incomplete one gets the endings that are still to come. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, definitions, isComplete }: MarkdownBlockProps) {
  const whole = isComplete ? text : remend(text, { linkMode: 'text-only', katex: false, htmlTags: false })
  const source = normaliseMath(definitions === '' ? whole : `${whole}\n\n${definitions}`)
  if (!hasMath(source)) return <SafeMarkdown>{source}</SafeMarkdown>
  return (
    <Suspense fallback={<SafeMarkdown>{source}</SafeMarkdown>}>
      <MathMarkdown>{source}</MathMarkdown>
    </Suspense>
  )
})
