import type { TextRange } from '@heddle/contracts/knowledge/chunk'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cutByPlaces } from './cut-by-places.ts'
import { ExtractedMarkdown } from './ExtractedMarkdown.tsx'
import { type DocumentPage, documentQueries, type PagePosition } from '../document.queries.ts'
import { LoadingPreview, PreviewError } from '../PreviewState.tsx'
import type { PreviewProps } from '../preview-props.ts'
import { findPassage } from '../find-passage.ts'
import { PageNav } from '../PageNav.tsx'
import { PagePart } from '../PagePart.tsx'
import classes from '../Preview.module.css'
import { TablePreview } from '../table/TablePreview.tsx'
import { createPassageRows, readTable } from '../table/table-rows.ts'
import { TextFrame } from './TextFrame.tsx'
import { isReadAsMarkdown, isWorkbook } from './text-kind.ts'

/** Characters of a page that are shown at a time, around the passage. */
const shownCharacters = 20_000

const isTable = (mediaType: string) => mediaType === 'text/csv' || isWorkbook(mediaType)

/** The extracted text of a file, page by page: never markup, whatever the file's type. */
export function TextPreview({ file, page, passage }: PreviewProps) {
  const { t } = useTranslation('document')
  const [position, setPosition] = useState<PagePosition>({ page })
  const { data, error, refetch } = useQuery(documentQueries.page(file, position))
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPreview />
  if (!data.page) return <p className={classes.note}>{t('noText')}</p>
  const { number, label, text, from = 0, length = text.length } = data.page
  const end = from + text.length
  return (
    <>
      {(position.page > 1 || data.hasNext) && (
        <PageNav
          page={position.page}
          count={null}
          hasNext={data.hasNext}
          unit={isWorkbook(file.mediaType) ? 'sheet' : 'page'}
          onGo={(next) => setPosition({ page: next })}
        />
      )}
      {label && <p className={classes.label}>{label}</p>}
      <PagePart from={from} end={end} length={length} onGo={(at) => setPosition({ page: number, at })}>
        <PageText key={`${number}/${from}`} page={data.page} mediaType={file.mediaType} passage={passage} />
      </PagePart>
    </>
  )
}

type ReadPage = NonNullable<DocumentPage['page']>
type PageTextProps = { page: ReadPage; mediaType: string; passage: string | null }

function PageText({ page: { text, from = 0, ranges }, mediaType, passage }: PageTextProps) {
  const known = ranges?.map((range) => ({ from: range.from - from, to: range.to - from }))
  const isCited = known && ((row: TextRange) => known.some((range) => range.from < row.to && range.to > row.from))
  const table = isTable(mediaType) ? readTable(text, isCited ?? createPassageRows(passage)) : null
  if (table) return <TablePreview table={table} />
  const Text = isReadAsMarkdown(mediaType) ? FormattedText : PlainText
  // A part of a page is shown as a whole.
  if (known) return <MarkedText text={text} ranges={known} start={0} end={text.length} Text={Text} />
  const found = passage === null ? null : findPassage(text, passage)
  const start = Math.max(0, (found?.[0] ?? 0) - shownCharacters / 4)
  const end = Math.max(start + shownCharacters, found?.[1] ?? 0)
  return <MarkedText text={text} ranges={found ? [{ from: found[0], to: found[1] }] : []} start={start} end={end} Text={Text} />
}

type TextProps = { children: string; isCited?: boolean }

const PlainText = ({ children, isCited = false }: TextProps) => (isCited ? <mark>{children}</mark> : children)

/** A div, because a `<mark>` must not contain blocks. */
const FormattedText = ({ children, isCited = false }: TextProps) => (
  <div className={classes.formatted} data-cited={isCited || undefined}>
    <ExtractedMarkdown text={children} />
  </div>
)

type MarkedTextProps = {
  text: string
  /** What is marked of it. */
  ranges: readonly TextRange[]
  /** The shown characters. */
  start: number
  end: number
  Text: ComponentType<TextProps>
}

function MarkedText({ text, ranges, start, end, Text }: MarkedTextProps) {
  const { t } = useTranslation('document')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.querySelector('mark, [data-cited]')?.scrollIntoView({ block: 'center' })
  }, [])
  const pieces = cutByPlaces({ text: text.slice(start, end), from: start, places: [{ ranges }] })
  return (
    <TextFrame ref={frame} label={t('preview')}>
      {start > 0 && '… '}
      {pieces.map(({ text: piece, place }, index) => (
        <Text key={index} isCited={place !== null}>
          {piece}
        </Text>
      ))}
      {end < text.length && ' …'}
    </TextFrame>
  )
}
