import type { ReactElement } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { elements } from './elements.tsx'
import type { MarkdownExtension } from './extension.ts'
import { KeptResults } from './kept-results.ts'
import { markForReading, safeHref, schema } from './safe-tree.ts'
import { replySyntax } from '@heddle/markdown/syntax/reply-syntax'

type Plugins = NonNullable<Options['remarkPlugins']>
const gfm: Plugins = [[remarkGfm, { singleTilde: false }], remarkMath]
const finished: Plugins = [...gfm, [replySyntax, { isGrowing: false }]]
const growing: Plugins = [...gfm, [replySyntax, { isGrowing: true }]]
const sanitise: NonNullable<Options['rehypePlugins']> = [[rehypeSanitize, schema], markForReading]
const noPlugins: NonNullable<Options['rehypePlugins']> = []

/** What finished Markdown has become, so that a message that is scrolled back to is not read again. */
const kept = new KeptResults<ReactElement>(400_000)

type SafeMarkdownProps = {
  children: string
  extension: MarkdownExtension
  /** Whether more of it is coming, so that it is not worth keeping. */
  isGrowing: boolean
  /** Runs on the clean tree; what it adds is trusted. */
  afterSanitising?: Options['rehypePlugins']
}

/** Markdown as React elements: without raw HTML but for a few elements, foreign images, or links other than http, https and mailto. */
export function SafeMarkdown({ children, extension, isGrowing, afterSanitising = noPlugins }: SafeMarkdownProps) {
  const remarkPlugins = isGrowing ? growing : finished
  const read = () =>
    // It has no hooks: its elements are the same for the same text.
    ReactMarkdown({
      children,
      remarkPlugins: extension.remark ? [...remarkPlugins, ...extension.remark] : remarkPlugins,
      rehypePlugins: [...sanitise, ...(extension.rehype ?? []), ...(afterSanitising ?? [])],
      components: extension.components ? { ...elements, ...extension.components } : elements,
      urlTransform: (url) => safeHref(url) ?? '',
    })
  return isGrowing ? read() : kept.get([extension, afterSanitising ?? noPlugins], children, read)
}
