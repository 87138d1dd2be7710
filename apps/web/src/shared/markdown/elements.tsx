import { Children, type ComponentProps, isValidElement, type ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { CodeBlock } from './CodeBlock.tsx'
import { DataTable } from './DataTable.tsx'
import classes from './Markdown.module.css'
import { safeHref } from './safe-tree.ts'

export function ExternalLink({ href, children }: ComponentProps<'a'>) {
  const address = safeHref(href)
  if (!address) return <span>{children}</span>
  return (
    <a href={address} dir="auto" target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
      {children}
    </a>
  )
}

/** Loading an image would tell its host who reads what: it is shown as a link. */
export function ImageLink({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : undefined
  return <ExternalLink href={address}>{alt || address}</ExternalLink>
}

/** A fenced block inside a list or a quote; those at the top are split off before. */
function NestedCode({ children }: ComponentProps<'pre'>) {
  const [code] = Children.toArray(children)
  if (!isValidElement<{ className?: string; children?: ReactNode }>(code)) return <pre>{children}</pre>
  const language = /language-(\S+)/.exec(code.props.className ?? '')?.[1] ?? ''
  return <CodeBlock code={toText(code.props.children).replace(/\n$/, '')} language={language} isComplete />
}

const toText = (children: ReactNode): string =>
  Children.toArray(children)
    .map((child) => (typeof child === 'string' ? child : ''))
    .join('')

export const elements: Components = { a: ExternalLink, img: ImageLink, table: DataTable, pre: NestedCode }
