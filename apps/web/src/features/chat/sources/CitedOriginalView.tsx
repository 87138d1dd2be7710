import type { CitedOriginal } from '@heddle/contracts/citation/cited-original'
import { isImageType } from '@heddle/contracts/chat/chat-file'
import type { KnowledgeOrigin, MessageSource } from '@heddle/contracts/message/message'
import { Button, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentPreview } from '#entities/document/DocumentPreview.tsx'
import { findCitedRanges } from '#entities/document/find-cited-range.ts'
import { MarkedBoxes } from '#entities/document/pdf/MarkedBoxes.tsx'
import type { LocateBox } from '#entities/document/pdf/pdf-file.ts'
import { LoadingPreview } from '#entities/document/PreviewState.tsx'
import { TextPreview } from '#entities/document/text/TextPreview.tsx'
import { isForbidden, isUnknownEntity } from '#shared/api/errors.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { KnowledgeFacts } from './KnowledgeFacts.tsx'
import { type CitedKey, originalQueries, toOriginalDocument } from './original.queries.ts'
import { Passage } from './Passage.tsx'
import { type CitedPosition, useCitedPosition } from './use-cited-position.ts'
import classes from './SourceList.module.css'

/** A source whose passage is of a knowledge collection. */
export type KnowledgeSource = MessageSource & { readonly knowledge: KnowledgeOrigin }

type CitedOriginalViewProps = {
  chatId: string
  messageId: string
  source: KnowledgeSource
  /** What it was cited for; '' when that is not known. */
  statement: string
  onBack: () => void
}

/** The original of a cited passage, open at the cited sentence; the passage alone where the original cannot be opened. */
export function CitedOriginalView({ chatId, messageId, source, statement, onBack }: CitedOriginalViewProps) {
  const { t } = useTranslation('chat')
  const back = useRef<HTMLButtonElement>(null)
  const cited = useMemo(() => ({ id: chatId, messageId, sourceId: source.id }), [chatId, messageId, source.id])
  const citedPosition = useCitedPosition(cited, source, statement)
  const position = citedPosition?.position ?? { page: source.knowledge.spans[0]?.page ?? 1 }
  const { data, error, refetch } = useQuery({ ...originalQueries.page(cited, position), enabled: citedPosition !== null })
  useEffect(() => {
    back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div>
        <Button ref={back} variant="subtle" size="compact-sm" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {t('sources.back')}
        </Button>
      </div>
      {error ? (
        <PassageAlone source={source} error={error} onRetry={() => void refetch()} />
      ) : data && citedPosition ? (
        <OpenOriginal cited={cited} source={source} original={data.original} citedPosition={citedPosition} statement={statement} />
      ) : (
        <LoadingPreview />
      )}
    </>
  )
}

type PassageAloneProps = { source: KnowledgeSource; error: unknown; onRetry: () => void }

function PassageAlone({ source, error, onRetry }: PassageAloneProps) {
  const isFinal = isForbidden(error) || isUnknownEntity(error)
  return (
    <Stack gap="sm" mt="xs">
      <ErrorAlert error={error} {...(!isFinal && { onRetry })} />
      <blockquote className={classes.passage}>
        <Passage source={source} />
      </blockquote>
      <KnowledgeFacts origin={source.knowledge} />
    </Stack>
  )
}

type OpenOriginalProps = {
  cited: CitedKey
  source: KnowledgeSource
  original: CitedOriginal
  citedPosition: CitedPosition
  statement: string
}

function OpenOriginal({ cited, source, original, citedPosition, statement }: OpenOriginalProps) {
  const { t } = useTranslation('chat')
  const { t: tDocument } = useTranslation('document')
  const queryClient = useQueryClient()
  const file = useMemo(() => toOriginalDocument(queryClient, cited, original), [queryClient, cited, original])
  const { valid_until, replaced_by } = original
  const { position } = citedPosition
  const shown = { file, page: position.page, at: position.at, passage: null, statement }
  return (
    <>
      <KnowledgeFacts origin={{ ...source.knowledge, valid_until, replaced_by }} />
      {original.is_replaced && <p className={classes.gone}>{t('sources.newerContent')}</p>}
      <section aria-label={tDocument('preview')} className={classes.original}>
        <DocumentPreview
          {...shown}
          renderOver={(page, locate) => (
            <PositionOnPage key={page} cited={cited} page={page} citedPosition={citedPosition} statement={statement} locate={locate} />
          )}
        />
        {isImageType(file.mediaType) && <TextPreview {...shown} />}
      </section>
    </>
  )
}

type PositionOnPageProps = { cited: CitedKey; page: number; citedPosition: CitedPosition; statement: string; locate: LocateBox }

/** Where the cited sentence stands on a page of a PDF; the passage where no sentence is cited. */
function PositionOnPage({ cited, page: number, citedPosition, statement, locate }: PositionOnPageProps) {
  const { data } = useQuery(originalQueries.page(cited, number === citedPosition.position.page ? citedPosition.position : { page: number }))
  const page = data?.page
  const sentence = useMemo(
    () => citedPosition.sentence?.filter((range) => range.page === number) ?? (page ? findCitedRanges([page], statement) : []),
    [page, number, citedPosition.sentence, statement],
  )
  if (!page) return null
  const isElsewhere = citedPosition.sentence !== null && sentence.length === 0
  return <MarkedBoxes boxes={isElsewhere ? [] : page.boxes} sentence={sentence} locate={locate} />
}
