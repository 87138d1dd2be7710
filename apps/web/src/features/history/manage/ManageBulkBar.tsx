import { Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconBraces,
  IconDownload,
  IconFolderSymlink,
  IconMarkdown,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedChat } from '#entities/chat/chat-lists.ts'
import { BulkBar } from '#shared/table/BulkBar.tsx'
import type { Selection } from '#shared/table/use-selection.ts'
import { useExportChats } from './manage.queries.ts'
import { type ChangeAction, isChangedBy } from './use-bulk-change.ts'

type ManageBulkBarProps = {
  selection: Selection<ListedChat>
  isBusy: boolean
  onMove: () => void
  onChange: (action: Exclude<ChangeAction, 'move'>) => void
  onDelete: () => void
}

const changes = [
  ['archive', IconArchive],
  ['restore', IconArchiveOff],
  ['pin', IconPin],
  ['unpin', IconPinnedOff],
] as const

/** The actions on the selected chats, each only where it changes something. */
export function ManageBulkBar({ selection: { selected, clear }, isBusy, onMove, onChange, onDelete }: ManageBulkBarProps) {
  const { t } = useTranslation('history')
  const { t: tManage } = useTranslation('manage')
  const exporting = useExportChats()
  const common = { size: 'xs', variant: 'light', disabled: isBusy } as const
  const ids = selected.map(({ id }) => id)

  return (
    <BulkBar count={selected.length} onClear={clear}>
      <Button {...common} leftSection={<IconFolderSymlink size={16} aria-hidden />} onClick={onMove}>
        {t('order.move')}
      </Button>
      {changes
        .filter(([action]) => selected.some((chat) => isChangedBy(action, chat)))
        .map(([action, ActionIcon]) => (
          <Button key={action} {...common} leftSection={<ActionIcon size={16} aria-hidden />} onClick={() => onChange(action)}>
            {t(`order.${action}`)}
          </Button>
        ))}
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <Button {...common} loading={exporting.isPending} leftSection={<IconDownload size={16} aria-hidden />}>
            {tManage('export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMarkdown size={16} />} onClick={() => exporting.mutate({ ids, format: 'md' })}>
            {t('menu.exportMarkdown')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => exporting.mutate({ ids, format: 'json' })}>
            {t('menu.exportJson')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button {...common} color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
        {t('menu.delete')}
      </Button>
    </BulkBar>
  )
}
