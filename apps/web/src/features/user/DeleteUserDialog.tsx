import type { User } from '@heddle/contracts/user/user'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useUserName } from './user-name.ts'
import { useDeleteUser, userQueries } from './users.queries.ts'

type DeleteUserDialogProps = { user: User; onClose: () => void; onDeleted?: () => void }

/** Explains what is deleted, what is kept and for how long, before a user is deleted. Mount a new one for each opening. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation('user')
  const name = useUserName()(user)
  const days = useQuery(userQueries.retentionDays(user.tenant_id)).data
  const remove = useDeleteUser()

  const later = days === undefined ? t('delete.laterUnknown') : days === 0 ? t('delete.laterNow') : t('delete.laterText', { count: days })
  const parts = [
    [t('delete.goes'), t('delete.goesText')],
    [t('delete.later'), later],
    [t('delete.stays'), t('delete.staysText')],
  ]

  function handleDelete() {
    remove.mutate(user.id, {
      onSuccess: () => {
        notify({ message: t('delete.done', { name }), kind: 'success' })
        onClose()
        onDeleted?.()
      },
    })
  }

  return (
    <DeleteDialog
      title={t('delete.title', { name })}
      deleteLabel={t('delete.action')}
      isDeleting={remove.isPending}
      onDelete={handleDelete}
      onClose={onClose}
    >
      {parts.map(([title, text]) => (
        <div key={title}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
      ))}
      <Text size="sm">{t('delete.final')}</Text>
      <ErrorAlert error={remove.error} />
    </DeleteDialog>
  )
}
