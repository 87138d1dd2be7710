import { memo, Suspense, use } from 'react'
import classes from './Markdown.module.css'
import type { MarkdownTextProps } from './MarkdownText.tsx'

type Reader = typeof import('./MarkdownText.tsx')

let loading: Promise<Reader> | null = null

/** Fetches what reads Markdown: a third of the chat page, which a page without a reply does without. */
export function loadMarkdown(): Promise<Reader> {
  if (loading) return loading
  const reader = import('./MarkdownText.tsx')
  // React takes a promise that says that it is fulfilled without waiting a turn, so that nothing flickers.
  reader.then(
    (value) => Object.assign(reader, { status: 'fulfilled', value }),
    () => (loading = null),
  )
  loading = reader
  return reader
}

/** Suspends until Markdown can be read, so that a page with replies comes whole. */
export function useMarkdownLoaded(isNeeded: boolean): void {
  if (isNeeded) use(loadMarkdown())
}

function Loaded(props: MarkdownTextProps) {
  const { MarkdownText } = use(loadMarkdown())
  return <MarkdownText {...props} />
}

/** A reply's text. While it grows, only its last blocks are parsed and rendered. */
export const Markdown = memo(function Markdown(props: MarkdownTextProps) {
  return (
    <Suspense fallback={<div className={classes.plain}>{props.text}</div>}>
      <Loaded {...props} />
    </Suspense>
  )
})
