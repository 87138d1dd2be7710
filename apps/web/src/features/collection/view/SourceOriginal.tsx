import type { Chunk, ChunkPosition } from '@heddle/contracts/ingestion/chunk'
import { isImageType } from '@heddle/contracts/chat/chat-file'
import type { Source } from '@heddle/contracts/collection/source'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ImagePreview } from '#entities/document/ImagePreview.tsx'
import { PdfPreview } from '#entities/document/pdf/PdfPreview.tsx'
import type { LocateBox } from '#entities/document/pdf/pdf-file.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { chunkParameter, type ChunkOffset } from './chunk-address.ts'
import { SourceText } from './SourceText.tsx'
import { type SourceAddress, sourceViewQueries, toOriginal } from './source-view.queries.ts'
import classes from './source-view.module.css'

type SourceOriginalProps = { params: SourceAddress; source: Source; chosen: Chunk | null; onChoose: (id: string) => void }

const toPosition = (chunk: Chunk | null): ChunkOffset => ({ page: chunk?.spans[0]?.page ?? 1, at: chunk?.spans[0]?.from ?? 0 })

/** The original of a source: PDFs as they are, everything else as the text that was read of it. */
export function SourceOriginal({ params, source, chosen, onChoose }: SourceOriginalProps) {
  const { t } = useTranslation('passage')
  const file = useMemo(() => toOriginal(params, source), [params, source])
  const [moved, setMoved] = useState<{ from: string | undefined; to: ChunkOffset } | null>(null)
  const position = moved && moved.from === chosen?.id ? moved.to : toPosition(chosen)
  const handleGo = (to: ChunkOffset) => setMoved({ from: chosen?.id, to })
  const isPdf = source.media_type === 'application/pdf'
  return (
    <Section title={t('part.original')} hint={chosen?.spans.length === 0 ? t('noPlace') : null}>
      {isPdf && (
        <PdfPreview
          file={file}
          page={position.page}
          onGo={(page) => handleGo({ page, at: 0 })}
          renderOver={(page, locate) => <ChunkLinks params={params} page={page} locate={locate} chosen={chosen} onChoose={onChoose} />}
        />
      )}
      {source.media_type && isImageType(source.media_type) && <ImagePreview file={file} />}
      {!isPdf && (
        <SourceText
          params={params}
          mediaType={source.media_type}
          position={position}
          chosenId={chosen?.id ?? null}
          onGo={handleGo}
          onChoose={onChoose}
        />
      )}
    </Section>
  )
}

type ChunkLinksProps = { params: SourceAddress; page: number; locate: LocateBox; chosen: Chunk | null; onChoose: (id: string) => void }

function ChunkLinks({ params, page, locate, chosen, onChoose }: ChunkLinksProps) {
  const { data } = useQuery(sourceViewQueries.page(params, page, 0))
  const positions = data?.number === page ? data.places : []
  return positions.map((position) => (
    <ChunkLink
      key={position.chunk_id}
      position={position}
      locate={locate}
      isChosen={position.chunk_id === chosen?.id}
      onChoose={onChoose}
    />
  ))
}

type ChunkLinkProps = { position: ChunkPosition; locate: LocateBox; isChosen: boolean; onChoose: (id: string) => void }

/** The boxes of a chunk, as one link. */
function ChunkLink({ position: { chunk_id: id, number, boxes }, locate, isChosen, onChoose }: ChunkLinkProps) {
  const { t } = useTranslation('passage')
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isChosen) first.current?.querySelector('span')?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  if (boxes.length === 0) return null
  return (
    <Link
      ref={first}
      to={{ search: `?${chunkParameter}=${id}` }}
      className={classes.place}
      aria-label={t('chunk.number', { number })}
      aria-current={isChosen || undefined}
      onClick={(event) => {
        event.preventDefault()
        onChoose(id)
      }}
    >
      {boxes.map((box, index) => (
        <span key={index} style={locate(box)} />
      ))}
    </Link>
  )
}
