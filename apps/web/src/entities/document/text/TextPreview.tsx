import type { TextRange } from '@heddle/contracts/ingestion/chunk'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cutByMarks } from './cut-by-marks.ts'
import { ExtractedMarkdown } from './ExtractedMarkdown.tsx'
import { type DocumentPage, documentQueries, type PagePosition } from '../document.queries.ts'
import { LoadingPreview, PreviewError } from '../PreviewState.tsx'
import type { PreviewProps } from '../preview-props.ts'
import { findCitedRange } from '../find-cited-range.ts'
import { findPassage } from '../find-passage.ts'
import { PageNav } from '../PageNav.tsx'
import { PagePart } from '../PagePart.tsx'
import classes from '../Preview.module.css'
import { TablePreview } from '../table/TablePreview.tsx'
import { createPassageRows, readCitedTable } from '../table/table-rows.ts'
import { TextFrame } from './TextFrame.tsx'
import { isReadAsMarkdown, isWorkbook } from './text-kind.ts'
import { useCitedSentence } from './use-cited-sentence.ts'

/** Characters of a page that are shown at a time, around the passage. */
const shownCharacters = 20_000

const isTable = (mediaType: string) => mediaType === 'text/csv' || isWorkbook(mediaType)

/** The extracted text of a file, page by page: never markup, whatever the file's type. */
export function TextPreview({ file, page, at, passage, statement = '' }: PreviewProps) {
  const { t } = useTranslation('document')
  const [position, setPosition] = useState<PagePosition>({ page, at })
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
      <PagePart from={from} end={end} length={length} onGo={(next) => setPosition({ page: number, at: next })}>
        <PageText key={`${number}/${from}`} page={data.page} mediaType={file.mediaType} passage={passage} statement={statement} />
      </PagePart>
    </>
  )
}

type ReadPage = NonNullable<DocumentPage['page']>
type PageTextProps = { page: ReadPage; mediaType: string; passage: string | null; statement: string }

function PageText({ page: { text, from = 0, ranges }, mediaType, passage, statement }: PageTextProps) {
  const known = ranges?.map((range) => ({ from: range.from - from, to: range.to - from }))
  const sentence = known ? findCitedRange({ text, ranges: known }, statement) : null
  const marked = sentence ? [sentence] : known
  const isCited = marked && ((row: TextRange) => marked.some((range) => range.from < row.to && range.to > row.from))
  const table = isTable(mediaType)
    ? readCitedTable(text, { isCited: isCited ?? createPassageRows(passage), sentence, best: known?.[0] })
    : null
  if (table) return <TablePreview table={table} />
  const Text = isReadAsMarkdown(mediaType) ? FormattedText : PlainText
  // A part of a page is shown as a whole.
  // Blocks of Markdown cannot be cut at a sentence: it is found in what they show.
  const shown = Text === PlainText ? marked : known
  if (shown) return <MarkedText text={text} ranges={shown} start={0} end={text.length} statement={statement} Text={Text} />
  const found = passage === null ? null : findPassage(text, passage)
  const start = Math.max(0, (found?.[0] ?? 0) - shownCharacters / 4)
  const end = Math.max(start + shownCharacters, found?.[1] ?? 0)
  return (
    <MarkedText text={text} ranges={found ? [{ from: found[0], to: found[1] }] : []} start={start} end={end} statement="" Text={Text} />
  )
}

type TextProps = { children: string; isCited?: boolean; isBest?: boolean }

const PlainText = ({ children, isCited = false, isBest = false }: TextProps) =>
  isCited ? <mark data-best={isBest || undefined}>{children}</mark> : children

/** A div, because a `<mark>` must not contain blocks. */
const FormattedText = ({ children, isCited = false, isBest = false }: TextProps) => (
  <div className={classes.formatted} data-cited={isCited || undefined} data-best={isBest || undefined}>
    <ExtractedMarkdown text={children} />
  </div>
)

type MarkedTextProps = {
  text: string
  /** What is marked of it, the best one first. */
  ranges: readonly TextRange[]
  /** The shown characters. */
  start: number
  end: number
  statement: string
  Text: ComponentType<TextProps>
}

function MarkedText({ text, ranges, start, end, statement, Text }: MarkedTextProps) {
  const { t } = useTranslation('document')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.querySelector('[data-best]')?.scrollIntoView({ block: 'center' })
  }, [])
  useCitedSentence(frame, statement, { within: 'mark, [data-cited]', isOpened: true })
  const marks = ranges.map((range) => ({ ranges: [range] }))
  const pieces = cutByMarks({ text: text.slice(start, end), from: start, marks })
  return (
    <TextFrame ref={frame} label={t('preview')}>
      {start > 0 && '… '}
      {pieces.map(({ text: piece, mark }, index) => (
        <Text key={index} isCited={mark !== null} isBest={mark !== null && mark === marks[0]}>
          {piece}
        </Text>
      ))}
      {end < text.length && ' …'}
    </TextFrame>
  )
}
