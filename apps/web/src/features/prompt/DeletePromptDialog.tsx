import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useDeletePrompt } from './prompt-edit.queries.ts'

type DeletePromptDialogProps = {
  prompt: Prompt
  /** It is declined instead, which deletes it too. */
  isSuggestion?: boolean
  onClose: () => void
}

/** Asks before a prompt is deleted, and leads to the list then. */
export function DeletePromptDialog({ prompt, isSuggestion = false, onClose }: DeletePromptDialogProps) {
  const { t } = useTranslation('prompt')
  const name = useLocalized()(prompt.name)
  const navigate = useNavigate()
  const remove = useDeletePrompt(prompt.id)

  function handleDelete() {
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', message: t(isSuggestion ? 'suggestion.declined' : 'delete.done') })
        void navigate(paths.prompts(), { replace: true })
      },
    })
  }

  return (
    <DeleteDialog
      title={t(isSuggestion ? 'suggestion.declineTitle' : 'delete.title', { name })}
      deleteLabel={t(isSuggestion ? 'suggestion.decline' : 'delete.action')}
      isDeleting={remove.isPending}
      onDelete={handleDelete}
      onClose={onClose}
    >
      <Text size="sm">{t(isSuggestion ? 'suggestion.declineHint' : 'delete.hint')}</Text>
      <ErrorAlert error={remove.error} />
    </DeleteDialog>
  )
}
