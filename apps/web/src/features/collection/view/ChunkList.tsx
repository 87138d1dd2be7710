import type { Chunk, queryChunks } from '@heddle/contracts/ingestion/chunk'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { chunksPerPage } from './chunk-address.ts'
import { ChunkCard } from './ChunkCard.tsx'
import { ChunkDialog } from './ChunkDialog.tsx'
import { LostEdits } from './LostEdits.tsx'
import type { SourceAddress } from './source-view.queries.ts'
import classes from './source-view.module.css'

type ChunkListProps = {
  params: SourceAddress
  list: EndpointResponse<typeof queryChunks>
  chosenId: string | null
  onChoose: (id: string) => void
  onAdded: (id: string) => void
  onPage: (from: number) => void
}

export function ChunkList({ params, list: { chunks, total, lost_edits: lostEdits }, chosenId, onChoose, onAdded, onPage }: ChunkListProps) {
  const { t } = useTranslation('passage')
  const { tag } = useLanguage()
  const [edited, setEdited] = useState<Chunk | 'new' | null>(null)
  const first = chunks[0]?.number ?? 1
  const last = chunks.at(-1)?.number ?? 0
  return (
    <Section
      title={t('part.chunks')}
      hint={t('chunksHint')}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {t('add.action')}
        </Button>
      }
    >
      <LostEdits params={params} edits={lostEdits} />
      <ol className={classes.chunks} aria-label={t('part.chunks')}>
        {chunks.map((chunk) => (
          <ChunkCard
            key={chunk.id}
            params={params}
            chunk={chunk}
            isChosen={chunk.id === chosenId}
            onChoose={() => onChoose(chunk.id)}
            onEdit={() => setEdited(chunk)}
          />
        ))}
      </ol>
      {total > chunksPerPage && (
        <Group justify="center" gap="xs" mt="sm">
          <ActionButton
            label={t('earlier')}
            reason={first > 1 ? null : t('noMore')}
            onClick={() => onPage(Math.max(1, first - chunksPerPage))}
          >
            <IconChevronLeft size={18} />
          </ActionButton>
          <Text size="sm" c="dimmed">
            {t('range', { from: first.toLocaleString(tag), to: last.toLocaleString(tag), total: total.toLocaleString(tag) })}
          </Text>
          <ActionButton label={t('later')} reason={last < total ? null : t('noMore')} onClick={() => onPage(last + 1)}>
            <IconChevronRight size={18} />
          </ActionButton>
        </Group>
      )}
      {edited && (
        <ChunkDialog
          params={params}
          chunk={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onAdded={({ id }) => onAdded(id)}
        />
      )}
    </Section>
  )
}
