import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import { documentQueries } from './document.queries.ts'
import { LoadingPreview, PreviewError } from './PreviewState.tsx'
import type { PreviewProps } from './preview-props.ts'
import { findPassage } from './find-passage.ts'
import { PageNav } from './PageNav.tsx'
import classes from './Preview.module.css'
import { TablePreview } from './TablePreview.tsx'
import { readTable } from './table-rows.ts'
import { isReadAsMarkdown } from './text-kind.ts'

/** Characters of a page that are shown at a time, around the passage. */
const shownCharacters = 20_000

const isTable = (mediaType: string) => mediaType === 'text/csv' || mediaType.endsWith('spreadsheetml.sheet')

/** The extracted text of a file, page by page: never markup, whatever the file's type. */
export function TextPreview({ file, page, passage }: PreviewProps) {
  const { t } = useTranslation('document')
  const [number, setNumber] = useState(page)
  const { data, error, refetch } = useQuery(documentQueries.page(file, number))
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPreview />
  if (!data.page) return <p className={classes.note}>{t('noText')}</p>
  const table = isTable(file.mediaType) ? readTable(data.page.text, passage) : null
  return (
    <>
      {(number > 1 || data.hasNext) && <PageNav page={number} count={null} hasNext={data.hasNext} onGo={setNumber} />}
      {data.page.label && <p className={classes.label}>{data.page.label}</p>}
      {table ? (
        <TablePreview key={data.page.number} table={table} />
      ) : (
        <MarkedText
          key={data.page.number}
          text={data.page.text}
          passage={passage}
          Text={isReadAsMarkdown(file.mediaType) ? FormattedText : PlainText}
        />
      )}
    </>
  )
}

const PlainText = ({ children, isCited = false }: TextProps) => (isCited ? <mark>{children}</mark> : children)

/** A div, because a `<mark>` must not contain blocks. */
const FormattedText = ({ children, isCited = false }: TextProps) => (
  <div className={classes.formatted} data-cited={isCited || undefined}>
    <Markdown text={children} />
  </div>
)

type TextProps = { children: string; isCited?: boolean }
type MarkedTextProps = { text: string; passage: string | null; Text: ComponentType<TextProps> }

function MarkedText({ text, passage, Text }: MarkedTextProps) {
  const { t } = useTranslation('document')
  const frame = useRef<HTMLDivElement>(null)
  const range = (passage && findPassage(text, passage)) || null
  const start = Math.max(0, (range?.[0] ?? 0) - shownCharacters / 4)
  const end = Math.max(start + shownCharacters, range?.[1] ?? 0)
  useEffect(() => {
    frame.current?.querySelector('mark, [data-cited]')?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div ref={frame} className={classes.text} tabIndex={0} role="group" aria-label={t('preview')}>
      {start > 0 && '… '}
      {range ? (
        <>
          <Text>{text.slice(start, range[0])}</Text>
          <Text isCited>{text.slice(...range)}</Text>
          <Text>{text.slice(range[1], end)}</Text>
        </>
      ) : (
        <Text>{text.slice(start, end)}</Text>
      )}
      {end < text.length && ' …'}
    </div>
  )
}
