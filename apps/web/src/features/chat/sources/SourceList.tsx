import { Skeleton, Stack } from '@mantine/core'
import { IconBookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import type { KnowledgeSource } from './CitedOriginalView.tsx'
import { SourceCard } from './SourceCard.tsx'
import classes from './SourceList.module.css'
import type { PanelTarget } from './source-panel.ts'
import { citedSourceQueries } from './sources.queries.ts'

type SourceListProps = {
  chatId: string
  canPreview: boolean
  target: Extract<PanelTarget, { kind: 'sources' }>
  onOpenOriginal: (source: KnowledgeSource) => void
}

/** The sources of a reply; the one whose number was chosen is open. */
export function SourceList({ chatId, canPreview, target, onOpenOriginal }: SourceListProps) {
  const { t } = useTranslation('chat')
  const [openNumber, setOpenNumber] = useState(target.number)
  // A running reply has only the sources that arrived with it.
  const isDone = target.message.status !== 'generating'
  const query = useQuery({ ...citedSourceQueries.ofMessage(chatId, target.message.id), enabled: isDone })
  const sources = query.data ?? (target.sources.length > 0 || !isDone ? target.sources : null)

  if (sources === null) {
    if (!query.error) return <LoadingSources />
    return <ErrorAlert failure="loadSources" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (sources.length === 0) return <EmptyState icon={<IconBookOff size={32} />} title={t('sources.none')} hint={t('sources.noneHint')} />
  return (
    <>
      {!canPreview && sources.some((source) => !source.knowledge && !source.rows) && (
        <p className={classes.reader}>{t('sources.readerHint')}</p>
      )}
      <ol className={classes.root}>
        {sources.map((source, index) => (
          <SourceCard
            key={source.id}
            chatId={chatId}
            messageId={target.message.id}
            source={source}
            number={index + 1}
            canPreview={canPreview}
            isOpen={source.number === openNumber}
            wasChosen={source.number === target.number}
            statement={source.number === target.number ? target.statement : ''}
            onOpenOriginal={onOpenOriginal}
            onToggle={() => setOpenNumber(source.number === openNumber ? null : source.number)}
          />
        ))}
      </ol>
    </>
  )
}

function LoadingSources() {
  const { t } = useTranslation('chat')
  return (
    <Stack gap="md" role="status" aria-label={t('sources.loading')}>
      {[0, 1, 2].map((row) => (
        <Stack key={row} gap={6}>
          <Skeleton height={16} width="55%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="85%" />
        </Stack>
      ))}
    </Stack>
  )
}
