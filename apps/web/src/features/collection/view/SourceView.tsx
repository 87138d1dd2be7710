import type { Chunk } from '@heddle/contracts/ingestion/chunk'
import type { Source } from '@heddle/contracts/collection/source'
import { Box, SegmentedControl, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isRunning, isSitemap } from '#entities/collection/source-counts.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { SourceStateCell } from '../source/SourceStateCell.tsx'
import { ChunkList } from './ChunkList.tsx'
import { chunksPerPage, chunkParameter } from './chunk-address.ts'
import { SourceOriginal } from './SourceOriginal.tsx'
import { SourceFindings } from './SourceFindings.tsx'
import { type SourceAddress, sourceViewQueries } from './source-view.queries.ts'
import { SourceSummary } from './SourceSummary.tsx'
import classes from './source-view.module.css'

const parts = ['original', 'chunks'] as const

/** The original of a source beside its chunks; the chosen chunk is in the address. */
export function SourceView({ params, source }: { params: SourceAddress; source: Source }) {
  const { t } = useTranslation('passage')
  const isPhone = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [part, setPart] = useState<(typeof parts)[number]>('chunks')
  return (
    <>
      <SourceSummary source={source} />
      <SourceFindings source={source} />
      {source.is_searchable && source.state !== 'indexed' && (
        <Box mb="md" maw={420}>
          <SourceStateCell source={source} />
        </Box>
      )}
      {source.is_searchable ? (
        <>
          {isPhone && (
            <SegmentedControl
              fullWidth
              mb="md"
              aria-label={t('shown')}
              value={part}
              data={parts.map((value) => ({ value, label: t(`part.${value}`) }))}
              onChange={setPart}
            />
          )}
          <ChunksBesideOriginal params={params} source={source} shown={isPhone ? part : null} onShow={setPart} />
        </>
      ) : (
        <EmptyState
          icon={<IconFileOff size={36} stroke={1.4} />}
          title={t(isSitemap(source) ? 'sitemap.title' : 'notIndexed.title')}
          hint={isSitemap(source) ? t('sitemap.hint') : isRunning(source.state) ? t('notIndexed.hint') : undefined}
          action={<SourceStateCell source={source} />}
        />
      )}
    </>
  )
}

type BesideProps = {
  params: SourceAddress
  source: Source
  /** The only part that is shown; null shows both. */
  shown: (typeof parts)[number] | null
  onShow: (part: (typeof parts)[number]) => void
}

function ChunksBesideOriginal({ params, source, shown, onShow }: BesideProps) {
  const [search, setSearch] = useSearchParams()
  const chosenId = search.get(chunkParameter)
  const [from, setFrom] = useState<number | null>(null)
  const asked = from !== null ? { from, size: chunksPerPage } : { ...(chosenId && { chunk_id: chosenId }), size: chunksPerPage }
  const { data, error, refetch } = useQuery(sourceViewQueries.chunks(params, asked))
  const [seen, setSeen] = useState<Chunk | null>(null)
  const listed = data?.chunks.find(({ id }) => id === chosenId)
  if (listed && listed !== seen) setSeen(listed)
  const chosen = seen?.id === chosenId ? seen : null

  function handleChoose(id: string, next: 'original' | 'chunks') {
    setFrom(data?.chunks.some((chunk) => chunk.id === id) ? (data.chunks[0]?.number ?? null) : null)
    setSearch({ [chunkParameter]: id }, { replace: true, preventScrollReset: true })
    onShow(next)
  }

  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} radius="lg" />
  return (
    <div className={classes.beside} data-one={shown !== null || undefined}>
      {shown !== 'chunks' && (
        <SourceOriginal params={params} source={source} chosen={chosen} onChoose={(id) => handleChoose(id, 'chunks')} />
      )}
      {shown !== 'original' && (
        <ChunkList
          params={params}
          list={data}
          chosenId={chosenId}
          onChoose={(id) => handleChoose(id, 'original')}
          onAdded={(id) => handleChoose(id, 'chunks')}
          onPage={setFrom}
        />
      )}
    </div>
  )
}
