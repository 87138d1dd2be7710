import type { OwnShare } from '@heddle/contracts/chat/share'
import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shareQueries, useEndOwnShares, useEndChatShare } from '#entities/chat/share/shares.queries.ts'
import { useShareWords } from '#entities/chat/share/use-share-words.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'

/** What the user has shared: with whom, since when and until when, and how many have opened it. */
export function OwnShares() {
  const { t } = useTranslation('share')
  const { t: tHistory } = useTranslation('history')
  const { t: tSettings } = useTranslation('settings')
  const { formatReaders } = useShareWords()
  const table = useTableState({ filters: {} })
  const query = useQuery(shareQueries.own({ page_size: table.pageSize, page_token: table.pageToken }))
  const columns = useColumns()
  const end = useEndChatShare()

  async function handleEnd(share: OwnShare) {
    const title = share.chat.title ?? tHistory('unnamed')
    const isEnded = await confirm({
      title: t('mine.stopTitle'),
      message: t('mine.stopMessage', { title, readers: formatReaders(share) }),
      confirmLabel: t('stop'),
      act: () => end.mutateAsync({ chatId: share.chat.id, shareId: share.id }),
    })
    if (isEnded) notify({ kind: 'success', message: t('stopped') })
  }

  return (
    <>
      {query.data && query.data.rows.length > 0 && <EndAll />}
      <ServerTable
        label={tSettings('nav.shared')}
        columns={columns}
        query={query}
        tableState={table}
        renderActions={(share) => (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('stopOf', { readers: `${share.chat.title ?? tHistory('unnamed')}, ${formatReaders(share)}` })}
            onClick={() => void handleEnd(share)}
          >
            {t('stop')}
          </Button>
        )}
        empty={<EmptyState icon={<IconShare size={36} stroke={1.4} />} title={t('mine.empty')} hint={t('mine.emptyHint')} />}
      />
    </>
  )
}

function EndAll() {
  const { t } = useTranslation('share')
  const end = useEndOwnShares()

  async function handleEndAll() {
    const isEnded = await confirm({
      title: t('mine.stopAllTitle'),
      message: t('mine.stopAllMessage'),
      confirmLabel: t('mine.stopAll'),
      danger: true,
      act: () => end.mutateAsync(),
    })
    if (isEnded) notify({ kind: 'success', message: t('stopped') })
  }

  return (
    <Button variant="default" mb="md" onClick={() => void handleEndAll()}>
      {t('mine.stopAll')}
    </Button>
  )
}

function useColumns(): Column<OwnShare>[] {
  const { t } = useTranslation('share')
  const { t: tHistory } = useTranslation('history')
  const { formatReaders } = useShareWords()
  return [
    {
      key: 'chat',
      title: t('mine.chat'),
      isRowHeader: true,
      render: ({ chat }) => <RowLink to={paths.chat(chat.id)}>{chat.title ?? tHistory('unnamed')}</RowLink>,
    },
    { key: 'readers', title: t('readers'), render: (share) => formatReaders(share) },
    { key: 'since', title: t('mine.since'), width: 150, render: ({ created_at: time }) => <TimeText time={time} /> },
    {
      key: 'until',
      title: t('mine.until'),
      width: 150,
      render: ({ expires_at: time }) => (time === null ? t('noEnd') : <TimeText time={time} />),
    },
    { key: 'opened', title: t('mine.opened'), width: 130, render: ({ opened_count: count }) => t('hidden.readers', { count }) },
  ]
}
