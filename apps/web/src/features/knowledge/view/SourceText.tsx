import type { SourcePage } from '@heddle/contracts/knowledge/chunk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { cutByPlaces } from '#entities/document/cut-by-places.ts'
import { PageNav } from '#entities/document/PageNav.tsx'
import { PagePart } from '#entities/document/PagePart.tsx'
import { LoadingPreview, PreviewError } from '#entities/document/PreviewState.tsx'
import { chunkParameter, type Position } from './chunk-address.ts'
import { type SourceKey, sourceViewQueries } from './source-view.queries.ts'
import classes from './source-view.module.css'

type SourceTextProps = {
  params: SourceKey
  position: Position
  chosenId: string | null
  onGo: (position: Position) => void
  onChoose: (id: string) => void
}

/** The text that was read of a source, by pages and parts; each chunk in it is a link. */
export function SourceText({ params, position, chosenId, onGo, onChoose }: SourceTextProps) {
  const { t } = useTranslation('passage')
  const { data: page, error, refetch } = useQuery(sourceViewQueries.page(params, position.page, position.at))
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  if (!page) return <LoadingPreview />
  const { number, page_count: count, from, text, length } = page
  return (
    <>
      {count > 1 && <PageNav page={number} count={count} hasNext={number < count} onGo={(next) => onGo({ page: next, at: 0 })} />}
      {page.label && (
        <Text size="sm" fw={600} mb={4}>
          {page.label}
        </Text>
      )}
      {page.verdict !== 'text' && (
        <Text size="sm" c="dimmed">
          {t(`warnings.${page.verdict}`, { page: number })}
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div ref={frame} className={classes.text} tabIndex={0} role="group" aria-label={t('text')}>
      {cutByPlaces(page).map(({ text, place }, index) =>
        place ? (
          <Link
            key={index}
            to={{ search: `?${chunkParameter}=${place.chunk_id}` }}
            title={t('chunk.number', { number: place.number })}
            aria-current={place.chunk_id === chosenId || undefined}
            data-off={!place.enabled || undefined}
            onClick={(event) => {
              event.preventDefault()
              onChoose(place.chunk_id)
            }}
          >
            {text}
          </Link>
        ) : (
          text
        ),
      )}
    </div>
  )
}
