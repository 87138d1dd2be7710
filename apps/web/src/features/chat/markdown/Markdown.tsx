import { memo, Suspense, use } from 'react'
import classes from './Markdown.module.css'
import type { MarkdownTextProps } from './MarkdownText.tsx'

type Reader = typeof import('./MarkdownText.tsx')

let loaded: Reader | null = null
let loading: Promise<Reader> | null = null

/** Fetches what reads Markdown: a third of the chat page, which a page without a reply does without. */
export function loadMarkdown(): Promise<Reader> {
  loading ??= import('./MarkdownText.tsx').then(
    (reader) => (loaded = reader),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** Suspends until Markdown can be read, so that a page with replies comes whole. */
export function useMarkdownLoaded(isNeeded: boolean): void {
  if (isNeeded && !loaded) use(loadMarkdown())
}

function Loaded(props: MarkdownTextProps) {
  const { MarkdownText } = loaded ?? use(loadMarkdown())
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
