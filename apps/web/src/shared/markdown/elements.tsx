import { Children, type ComponentProps, type CSSProperties, isValidElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Components } from 'react-markdown'
import { CodeBlock } from './code/CodeBlock.tsx'
import { FootnoteMark } from './Footnotes.tsx'
import classes from './Markdown.module.css'
import { safeHref } from './safe-tree.ts'
import { Table, TableHead } from './tables/table-part.tsx'

type LinkProps = ComponentProps<'a'> & { 'data-footnote-ref'?: string }

function Link({ 'data-footnote-ref': position, ...props }: LinkProps) {
  return position === undefined ? <ExternalLink {...props} /> : <FootnoteMark position={position} />
}

export function ExternalLink({ href, children }: ComponentProps<'a'>) {
  const address = safeHref(href)
  if (!address) return <span>{children}</span>
  return (
    <a
      href={address}
      dir="auto"
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={classes.link}
      data-bare={isShown(address, children) || undefined}
    >
      {children}
    </a>
  )
}

/** Whether a link's words are its address. */
function isShown(address: string, words: ReactNode): boolean {
  if (typeof words !== 'string') return false
  return [words, `http://${words}`, `mailto:${words}`].some((shown) => shown === address || URL.parse(shown)?.href === address)
}

/** Loading an image would tell its host who reads what: it is shown as a link. */
export function ImageLink({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : undefined
  return <ExternalLink href={address}>{alt || address}</ExternalLink>
}

/** A fenced block inside a list or a quote; those at the top are split off before. */
function NestedCode({ children }: ComponentProps<'pre'>) {
  const [code] = Children.toArray(children)
  if (!isValidElement<{ className?: string; children?: ReactNode }>(code)) return <pre translate="no">{children}</pre>
  const language = /language-(\S+)/.exec(code.props.className ?? '')?.[1] ?? ''
  return <CodeBlock code={toText(code.props.children).replace(/\n$/, '')} language={language} isComplete />
}

/** Its numbers hang into its margin, which is as wide as the longest of them. */
function NumberedList({ start = 1, children, className }: ComponentProps<'ol'>) {
  const count = Children.toArray(children).filter((child) => isValidElement(child)).length
  const digits = String(start + count - 1).length
  return (
    <ol start={start} className={className} style={digits > 2 ? ({ '--digits': digits } as CSSProperties) : undefined}>
      {children}
    </ol>
  )
}

function Details({ open, children }: ComponentProps<'details'>) {
  const { t } = useTranslation('markdown')
  const hasSummary = Children.toArray(children).some((child) => isValidElement(child) && child.type === 'summary')
  return (
    <details open={open} className={classes.details}>
      {!hasSummary && <summary>{t('details')}</summary>}
      {children}
    </details>
  )
}

const toText = (children: ReactNode): string =>
  Children.toArray(children)
    .map((child) => (typeof child === 'string' ? child : ''))
    .join('')

export const elements: Components = {
  a: Link,
  details: Details,
  img: ImageLink,
  ol: NumberedList,
  pre: NestedCode,
  table: Table,
  thead: TableHead,
}
