import ReactMarkdown, { type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { elements } from './elements.tsx'
import { htmlAsText, safeHref, schema } from './safe-tree.ts'

const remarkPlugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }], remarkMath, htmlAsText]
const sanitise: NonNullable<Options['rehypePlugins']> = [[rehypeSanitize, schema]]

type SafeMarkdownProps = {
  children: string
  /** Runs on the clean tree; what it adds is trusted. */
  afterSanitising?: Options['rehypePlugins']
}

/** Markdown as React elements: without raw HTML, foreign images, or links other than http, https and mailto. */
export function SafeMarkdown({ children, afterSanitising }: SafeMarkdownProps) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={afterSanitising ? [...sanitise, ...afterSanitising] : sanitise}
      components={elements}
      urlTransform={(url) => safeHref(url) ?? ''}
    >
      {children}
    </ReactMarkdown>
  )
}
