import { createGroup, type Group } from '@heddle/contracts/group/group'
import { limits } from '@heddle/contracts/limits'
import type { LocalizedText } from '@heddle/contracts/wire'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { useCreateGroup } from './groups.queries.ts'

type CreateGroupDialogProps = { onClose: () => void; onCreated: (group: Group) => void }
type NewGroupValues = { name: LocalizedText; description: LocalizedText }

/** Mount a new one for each opening. */
export function CreateGroupDialog({ onClose, onCreated }: CreateGroupDialogProps) {
  const { t } = useTranslation('group')
  const create = useCreateGroup()
  const initialValues: NewGroupValues = { name: { default: '' }, description: { default: '' } }
  const form = useContractForm({
    schema: createGroup.schema.body.shape.group,
    at: 'body/group',
    initialValues,
    onSubmit: async (group) => onCreated(await create.mutateAsync(group)),
  })
  return (
    <FormDialog form={form} isOpen title={t('create.title')} submitLabel={t('create.submit')} onClose={onClose}>
      <LocalizedInput label={t('field.name')} required maxLength={limits.nameCharacters} data-autofocus {...form.localized('name')} />
      <LocalizedInput label={t('field.description')} multiline {...form.localized('description')} />
    </FormDialog>
  )
}
