import type { Source, SourceAction } from '@heddle/contracts/collection/source'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFileSearch,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconWorldDownload,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { canRetrySource, isRunning } from '#entities/collection/source-counts.ts'
import { useCancelSource, useDownloadSource, useRereadSource, useRetrySource, useSyncSource } from './source-edit.queries.ts'

type SourceMenuProps = {
  collectionId: string
  source: Source
  onEdit: () => void
  onAct: (action: SourceAction) => void
  onDelete: () => void
}

/** The actions on one source of the table. */
export function SourceMenu({ collectionId, source, onEdit, onAct, onDelete }: SourceMenuProps) {
  const { t } = useTranslation('knowledge')
  const download = useDownloadSource(collectionId)
  const retry = useRetrySource(collectionId)
  const cancel = useCancelSource(collectionId)
  const reread = useRereadSource(collectionId)
  const sync = useSyncSource(collectionId)
  const { state, enabled, kind, size } = source
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.of', { title: source.title })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t('menu.edit')}
        </Menu.Item>
        {canRetrySource(source) && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} disabled={retry.isPending} onClick={() => retry.mutate(source.id)}>
            {t('menu.retry')}
          </Menu.Item>
        )}
        {isRunning(state) && (
          <Menu.Item
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(source.id)}
          >
            {t('menu.cancel')}
          </Menu.Item>
        )}
        {kind === 'url' && !isRunning(state) && (
          <Menu.Item
            leftSection={<IconWorldDownload size={16} aria-hidden />}
            disabled={sync.isPending}
            onClick={() => sync.mutate(source.id)}
          >
            {t('menu.sync')}
          </Menu.Item>
        )}
        {kind !== 'text' && source.is_searchable && !isRunning(state) && (
          <Menu.Item
            leftSection={<IconFileSearch size={16} aria-hidden />}
            disabled={reread.isPending}
            onClick={() => reread.mutate(source.id)}
          >
            {t('menu.reread')}
          </Menu.Item>
        )}
        {size > 0 && (
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={download.isPending}
            onClick={() => download.mutate(source)}
          >
            {t('menu.download')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={enabled ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => onAct({ action: enabled ? 'disable' : 'enable' })}
        >
          {t(enabled ? 'menu.disable' : 'menu.enable')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t('menu.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
