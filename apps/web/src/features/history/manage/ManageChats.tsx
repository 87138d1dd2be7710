// The table of all chats, with what can be done to many of them.
import { limits } from '@heddle/contracts/limits'
import { Group, Text } from '@mantine/core'
import { IconArchive, IconMessages, IconPin, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedChat } from '#entities/chat/chat-lists.ts'
import { FolderPicker } from '#entities/chat/FolderPicker.tsx'
import { FolderMark } from '#entities/chat/FolderMark.tsx'
import { foldersQuery } from '#entities/chat/folders.queries.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useKeptSelection } from '#shared/table/use-kept-selection.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ChatMenu } from '../ChatMenu.tsx'
import { ChangeReport, UndoBar } from './ChangeReport.tsx'
import { filterSchemas, toListedChats } from './manage-filters.ts'
import { createTableQuery } from './manage.queries.ts'
import { ManageBulkBar } from './ManageBulkBar.tsx'
import { ManageFilters } from './ManageFilters.tsx'
import { type ChangeAction, useBulkChange } from './use-bulk-change.ts'
import { useDelayedDeletion } from './use-delayed-deletion.ts'

export function ManageChats() {
  const { t } = useTranslation('manage')
  const { t: tHistory } = useTranslation('history')
  const [now] = useState(() => new Date())
  const table = useTableState({ filters: filterSchemas })
  const { filters, pageSize, pageToken } = table
  const query = useQuery(createTableQuery({ listed: toListedChats(filters, now), pageSize, pageToken }))
  const { report, isPending, change, remove, dismiss } = useBulkChange()
  const deletion = useDelayedDeletion(remove)
  const { waiting } = deletion
  const shown = query.data && { ...query.data, rows: query.data.rows.filter(({ id }) => !deletion.isHidden(id)) }
  const selection = useKeptSelection(shown?.rows ?? [], limits.chatsPerCall)
  const [isMoving, setIsMoving] = useState(false)
  const columns = useColumns()
  const formatTitle = ({ title }: ListedChat) => title ?? tHistory('unnamed')

  async function handleChange(action: ChangeAction, folderId: string | null = null) {
    try {
      await change(action, selection.selected, folderId)
      setIsMoving(false)
      selection.clear()
    } catch {
      // The mutation reports the error; the chats are still selected.
    }
  }

  function handleDelete() {
    dismiss()
    deletion.start(selection.selected)
    selection.clear()
  }

  return (
    <>
      <TableToolbar
        tableState={table}
        search={<KeywordField label={tHistory('search.label')} tableState={table} />}
        filters={<ManageFilters table={table} />}
      />
      {waiting && <UndoBar message={t('deleting', { count: waiting.length })} onUndo={deletion.undo} />}
      {report && <ChangeReport report={report} onClose={dismiss} />}
      <ServerTable
        label={t('title')}
        columns={columns}
        query={{ ...query, data: shown }}
        tableState={table}
        selection={selection}
        formatRowName={formatTitle}
        isQuiet={({ is_archived }) => is_archived}
        renderActions={(chat) => <ChatMenu chat={chat} />}
        empty={
          <EmptyState
            icon={<IconMessages size={36} stroke={1.4} />}
            title={table.isFiltered ? t('noMatch') : tHistory('empty')}
            hint={table.isFiltered ? t('noMatchHint') : tHistory('emptyHint')}
          />
        }
      />
      {selection.selected.length >= limits.chatsPerCall && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('maxSelected', { count: limits.chatsPerCall })}
        </Text>
      )}
      <ManageBulkBar
        selection={selection}
        isBusy={isPending}
        onMove={() => setIsMoving(true)}
        onChange={(action) => void handleChange(action)}
        onDelete={handleDelete}
      />
      <Dialog
        isOpen={isMoving}
        title={t('moveTitle', { count: selection.selected.length })}
        maxWidth={440}
        isBusy={isPending}
        onClose={() => setIsMoving(false)}
      >
        <FolderPicker isBusy={isPending} onChoose={(folderId) => void handleChange('move', folderId)} />
      </Dialog>
    </>
  )
}

function useColumns(): Column<ListedChat>[] {
  const { t } = useTranslation('manage')
  const { t: tHistory } = useTranslation('history')
  const localized = useLocalized()
  const { tag } = useLanguage()
  const { data: folders = [] } = useQuery(foldersQuery)
  return [
    {
      key: 'title',
      title: t('column.title'),
      isRowHeader: true,
      render: (chat) => (
        <Group gap={8} wrap="nowrap">
          <RowLink to={paths.chat(chat.id)}>{chat.title ?? tHistory('unnamed')}</RowLink>
          {chat.is_pinned && <IconPin size={15} role="img" aria-label={tHistory('pinned')} />}
          {chat.is_shared && <IconUsers size={15} role="img" aria-label={tHistory('shared')} />}
          {chat.is_archived && <IconArchive size={15} role="img" aria-label={tHistory('archived')} />}
        </Group>
      ),
    },
    {
      key: 'folder',
      title: t('filter.folder'),
      width: 220,
      render: ({ folder_id }) => {
        const folder = folders.find(({ id }) => id === folder_id)
        return folder ? (
          <Group gap={6} wrap="nowrap">
            <FolderMark color={folder.color} />
            <Name>{folder.name}</Name>
          </Group>
        ) : null
      },
    },
    {
      key: 'expert',
      title: t('filter.expert'),
      width: 200,
      render: ({ assistant }) => assistant && <Name>{localized(assistant.name)}</Name>,
    },
    { key: 'questions', title: t('filter.questions'), width: 110, render: ({ request_count: count }) => count?.toLocaleString(tag) },
    { key: 'updated', title: t('column.updated'), width: 170, render: (chat) => <TimeText time={chat.updated_at} /> },
  ]
}
