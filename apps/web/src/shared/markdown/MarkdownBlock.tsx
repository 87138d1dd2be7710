import { lazy, memo, Suspense } from 'react'
import remend from 'remend'
import type { MarkdownExtension } from './extension.ts'
import { isTooMuch } from '@heddle/markdown/limits'
import classes from './Markdown.module.css'
import { hasMath, normaliseMath } from '@heddle/markdown/formulas/math-delimiters'
import { SafeMarkdown } from './SafeMarkdown.tsx'
import { dropUnfinishedTag, partDetails } from '@heddle/markdown/syntax/html-elements'

const MathMarkdown = lazy(async () => ({ default: (await import('./formulas/MathMarkdown.tsx')).MathMarkdown }))

type MarkdownBlockProps = { text: string; definitions: string; isComplete: boolean; extension: MarkdownExtension }

/** One block, rendered again only when its own text changes. An incomplete one gets the endings that are still to come. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, definitions, isComplete, extension }: MarkdownBlockProps) {
  // What would take too long to format can still be read.
  if (isTooMuch(text))
    return (
      <div className={classes.plain} data-huge>
        {text}
      </div>
    )
  const whole = isComplete ? text : remend(dropUnfinishedTag(text), { linkMode: 'text-only', katex: false, htmlTags: false })
  const source = normaliseMath(partDetails(definitions === '' ? whole : `${whole}\n\n${definitions}`))
  const markdown = (
    <SafeMarkdown extension={extension} isGrowing={!isComplete}>
      {source}
    </SafeMarkdown>
  )
  if (!hasMath(source)) return markdown
  return (
    <Suspense fallback={markdown}>
      <MathMarkdown extension={extension} isGrowing={!isComplete}>
        {source}
      </MathMarkdown>
    </Suspense>
  )
})
