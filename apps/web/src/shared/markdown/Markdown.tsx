import { memo, Suspense, use } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import classes from './Markdown.module.css'
import type { MarkdownTextProps } from './MarkdownText.tsx'

type Reader = typeof import('./MarkdownText.tsx')

/** Fulfilled with null when it could not be fetched. */
let loading: Promise<Reader | null> | null = null
let hasFailed = false

/** Fetches what reads Markdown: a third of the chat page, which a page without a reply does without. After a failure it tries again. */
export function loadMarkdown(): Promise<Reader | null> {
  if (loading && !hasFailed) return loading
  hasFailed = false
  const reader = import('./MarkdownText.tsx').catch(() => {
    hasFailed = true
    return null
  })
  // React takes a promise that says that it is fulfilled without waiting a turn, so that nothing flickers.
  void reader.then((value) => Object.assign(reader, { status: 'fulfilled', value }))
  loading = reader
  return reader
}

/** Rendering asks once: asking again after each failure would never end. */
const loadedOnce = () => loading ?? loadMarkdown()

/** Suspends until Markdown can be read, or can not be had, so that replies come whole. */
export function useMarkdownLoaded(isNeeded: boolean): void {
  if (isNeeded) use(loadedOnce())
}

function Loaded(props: MarkdownTextProps) {
  const reader = use(loadedOnce())
  return reader ? <reader.MarkdownText {...props} /> : <div className={classes.plain}>{props.text}</div>
}

/** A reply's text. While it grows, only its last blocks are parsed and rendered. What can not be formatted can still be read. */
export const Markdown = memo(function Markdown(props: MarkdownTextProps) {
  const plain = <div className={classes.plain}>{props.text}</div>
  return (
    <ErrorBoundary fallback={plain} resetKeys={[props.text]}>
      <Suspense fallback={plain}>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  )
})
