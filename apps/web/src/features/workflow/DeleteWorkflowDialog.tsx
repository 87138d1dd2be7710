import type { WorkflowItem } from '@heddle/contracts/workflow/workflow'
import { Id, LocalizedText } from '@heddle/contracts/wire'
import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notify } from '#shared/notify/notify.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useDeleteWorkflow } from './workflows.queries.ts'

const Users = z.object({ count: z.int(), items: z.array(z.object({ id: Id, name: LocalizedText })) })

/** Returns the experts that use the workflow, which keep it from being deleted. */
function findUsers(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'WORKFLOW_FAILED_TO_DELETE') return undefined
  return Users.safeParse(error.params['assistants']).data
}

type DeleteWorkflowDialogProps = { workflow: WorkflowItem; onClose: () => void }

export function DeleteWorkflowDialog({ workflow, onClose }: DeleteWorkflowDialogProps) {
  const { t } = useTranslation('workflow')
  const localized = useLocalized()
  const name = localized(workflow.name)
  const remove = useDeleteWorkflow()
  const users = findUsers(remove.error)

  function handleDelete() {
    remove.mutate(workflow.id, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('delete.done', { name }) })
        onClose()
      },
    })
  }

  return (
    <DeleteDialog
      title={t('delete.title', { name })}
      deleteLabel={t('menu.delete')}
      isDeleting={remove.isPending}
      onDelete={handleDelete}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.message')}</Text>
      {users ? (
        <Alert color="brand" variant="light" icon={<IconAlertTriangle />} role="alert" title={t('delete.used', { count: users.count })}>
          <List size="sm">
            {users.items.map((user) => (
              <List.Item key={user.id}>{localized(user.name)}</List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <ErrorAlert error={remove.error} />
      )}
    </DeleteDialog>
  )
}
