import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FolderMark } from '#entities/chat/FolderMark.tsx'
import { useFolder } from '#entities/chat/folders.queries.ts'
import { Name } from '#shared/ui/Name.tsx'
import classes from './Start.module.css'

type NewChatFolderProps = { id: string; onLeave: () => void }

/** The folder that the first question creates the chat in, above the composer. */
export function NewChatFolder({ id, onLeave }: NewChatFolderProps) {
  const { t } = useTranslation('folder')
  const folder = useFolder(id)
  if (!folder) return null
  return (
    <p className={classes.folder}>
      <FolderMark color={folder.color} />
      <span>
        {t('newChatIn')} <Name>{folder.name}</Name>
      </span>
      <CloseButton size="sm" aria-label={t('leave')} title={t('leave')} onClick={onLeave} />
    </p>
  )
}
