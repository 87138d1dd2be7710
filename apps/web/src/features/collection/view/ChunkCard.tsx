import type { Chunk } from '@heddle/contracts/ingestion/chunk'
import { Badge, Group, Switch, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { Link } from 'react-router'
import { chunkParameter } from './chunk-address.ts'
import { type SourceAddress, useDeleteChunk, useUpdateChunk } from './source-view.queries.ts'
import classes from './source-view.module.css'

type ChunkCardProps = { params: SourceAddress; chunk: Chunk; isChosen: boolean; onChoose: () => void; onEdit: () => void }

export function ChunkCard({ params, chunk, isChosen, onChoose, onEdit }: ChunkCardProps) {
  const { t } = useTranslation('passage')
  const { tag } = useLanguage()
  const update = useUpdateChunk(params, { silent: false })
  const remove = useDeleteChunk(params)
  const card = useRef<HTMLLIElement>(null)
  const {
    id,
    number,
    text,
    heading_path: headings,
    page,
    page_to: pageTo,
    token_count: tokens,
    enabled,
    is_edited: isEdited,
    spans,
  } = chunk
  const name = t('chunk.number', { number })
  const isAdded = isEdited && spans.length === 0

  async function handleDelete() {
    const question = { title: t('delete.title'), message: t('delete.message'), confirmLabel: t('delete.action'), width: 440, danger: true }
    if (!(await confirm({ ...question, act: () => remove.mutateAsync(id) }))) return
    notify({ kind: 'success', message: t('delete.done'), timeout: 1_500 })
  }

  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={card} className={classes.chunk} data-chosen={isChosen || undefined} data-off={!enabled || undefined}>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Group gap={6}>
          <Link
            to={{ search: `?${chunkParameter}=${id}` }}
            className={classes.number}
            aria-current={isChosen || undefined}
            onClick={(event) => {
              event.preventDefault()
              onChoose()
            }}
          >
            {name}
          </Link>
          <Text component="span" size="xs" c="dimmed">
            {[
              ...(page === null
                ? []
                : [pageTo !== null && pageTo !== page ? t('chunk.pages', { from: page, to: pageTo }) : t('chunk.page', { page })]),
              t('chunk.tokens', { count: tokens, amount: tokens.toLocaleString(tag) }),
            ].join(' · ')}
          </Text>
          {isEdited && (
            <Badge size="sm" variant="light" tt="none" fw={500}>
              {t(isAdded ? 'chunk.added' : 'chunk.edited')}
            </Badge>
          )}
        </Group>
        <Group gap={4} wrap="nowrap">
          <Switch
            size="sm"
            aria-label={t('chunk.enabledOf', { name })}
            label={t('chunk.enabled')}
            labelPosition="left"
            styles={{ label: { whiteSpace: 'nowrap' } }}
            checked={enabled}
            disabled={update.isPending}
            onChange={(event) => update.mutate({ chunkId: id, body: { chunk: { enabled: event.currentTarget.checked } } })}
          />
          <IconButton hint={t('edit.action')} label={t('edit.of', { name })} icon={IconPencil} onClick={onEdit} />
          {isAdded && (
            <IconButton hint={t('delete.action')} label={t('delete.of', { name })} icon={IconTrash} onClick={() => void handleDelete()} />
          )}
        </Group>
      </Group>
      {headings.length > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          {headings.join(' › ')}
        </Text>
      )}
      <p className={classes.words}>{text}</p>
    </li>
  )
}
