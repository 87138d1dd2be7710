import { Prompt, updatePrompt } from '@heddle/contracts/prompt/prompt'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdatePrompt } from '../prompt-edit.queries.ts'
import { fieldOfCode } from './prompt-errors.tsx'
import { toPromptValues } from './prompt-values.ts'
import { PromptFields } from './PromptFields.tsx'

const toValues = (prompt: Prompt) => ({ revision: prompt.revision, prompt: toPromptValues(prompt) })

export function EditPromptForm({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompt')
  const update = useUpdatePrompt(prompt.id)
  const form = useContractForm({
    schema: updatePrompt.schema.body,
    initialValues: toValues(prompt),
    fieldOfCode,
    revised: { entity: Prompt, toValues },
    onSubmit: async (body) => {
      const saved = await update.mutateAsync(body)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })
  return (
    <form {...form.formProps}>
      <PromptFields form={form} />
      <FormActions form={form} isSticky />
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'prompt.name': t('field.name'),
          'prompt.description': t('field.description'),
          'prompt.text': t('field.text'),
          'prompt.tags': t('field.tags'),
          'prompt.variables': t('field.variables'),
          'prompt.assistant_id': t('field.assistant'),
        }}
      />
    </form>
  )
}
