import type { SourcePage } from '@heddle/contracts/ingestion/chunk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { cutByMarks } from '#entities/document/text/cut-by-marks.ts'
import { PageNav } from '#entities/document/PageNav.tsx'
import { PagePart } from '#entities/document/PagePart.tsx'
import { LoadingPreview, PreviewError } from '#entities/document/PreviewState.tsx'
import { TextFrame } from '#entities/document/text/TextFrame.tsx'
import { isWorkbook } from '#entities/document/text/text-kind.ts'
import { chunkParameter, type ChunkOffset } from './chunk-address.ts'
import { type SourceAddress, sourceViewQueries } from './source-view.queries.ts'
import { usePageProblem } from './use-page-problem.ts'
import classes from './source-view.module.css'

type SourceTextProps = {
  params: SourceAddress
  mediaType: string | null
  position: ChunkOffset
  chosenId: string | null
  onGo: (position: ChunkOffset) => void
  onChoose: (id: string) => void
}

/** The text that was read of a source, by pages and parts; each chunk in it is a link. */
export function SourceText({ params, mediaType, position, chosenId, onGo, onChoose }: SourceTextProps) {
  const describeProblem = usePageProblem(mediaType)
  const { data: page, error, refetch } = useQuery(sourceViewQueries.page(params, position.page, position.at))
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  if (!page) return <LoadingPreview />
  const { number, page_count: count, from, text, length, verdict } = page
  return (
    <>
      {count > 1 && (
        <PageNav
          page={number}
          count={count}
          hasNext={number < count}
          unit={isWorkbook(mediaType) ? 'sheet' : 'page'}
          onGo={(next) => onGo({ page: next, at: 0 })}
        />
      )}
      {page.label && (
        <Text size="sm" fw={600} mb={4}>
          {page.label}
        </Text>
      )}
      {verdict !== 'text' && (
        <Text size="sm" c="dimmed">
          {describeProblem({ page: number, verdict })}
        </Text>
      )}
      <PagePart from={from} end={from + text.length} length={length} onGo={(at) => onGo({ page: number, at })}>
        <LinkedText key={`${number}/${from}`} page={page} chosenId={chosenId} onChoose={onChoose} />
      </PagePart>
    </>
  )
}

type LinkedTextProps = { page: SourcePage; chosenId: string | null; onChoose: (id: string) => void }

function LinkedText({ page, chosenId, onChoose }: LinkedTextProps) {
  const { t } = useTranslation('passage')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = frame.current?.querySelector<HTMLElement>('[aria-current]')
    // Not `scrollIntoView`, which would also move the page.
    if (chosen && frame.current) frame.current.scrollTop = chosen.offsetTop - 40
  }, [chosenId])
  return (
    <TextFrame ref={frame} label={t('text')}>
      {cutByMarks({ text: page.text, from: page.from, marks: page.places }).map(({ text, mark }, index) =>
        mark ? (
          <Link
            key={index}
            className={classes.textPlace}
            to={{ search: `?${chunkParameter}=${mark.chunk_id}` }}
            title={t('chunk.number', { number: mark.number })}
            aria-current={mark.chunk_id === chosenId || undefined}
            data-off={!mark.enabled || undefined}
            onClick={(event) => {
              event.preventDefault()
              onChoose(mark.chunk_id)
            }}
          >
            {text}
          </Link>
        ) : (
          text
        ),
      )}
    </TextFrame>
  )
}
