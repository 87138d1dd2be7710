import { createPrompt, type Prompt } from '@heddle/contracts/prompt/prompt'
import { useTranslation } from 'react-i18next'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useCreatePrompt } from '../prompt-edit.queries.ts'
import { fieldOfCode } from './prompt-errors.tsx'
import { emptyPrompt, type PromptValues, toPromptValues } from './prompt-values.ts'
import { PromptFields } from './PromptFields.tsx'
import { type PromptOwner, ScopeFields } from './ScopeFields.tsx'

type CreatePromptFormProps = {
  /** Begins with its texts. */
  copied?: Prompt | undefined
  onCreated: (prompt: Prompt) => void
}

export function CreatePromptForm({ copied, onCreated }: CreatePromptFormProps) {
  const { t } = useTranslation('prompt')
  const create = useCreatePrompt()
  const initial: PromptOwner & PromptValues = { scope: 'mine', ...(copied ? toPromptValues(copied) : emptyPrompt) }
  const form = useContractForm({
    schema: createPrompt.schema.body,
    initialValues: { prompt: initial },
    isCopy: copied !== undefined,
    fieldOfCode,
    onSubmit: async (body) => onCreated(await create.mutateAsync(body)),
  })
  const { scope, group_id, ...values } = form.values.prompt
  return (
    <form {...form.formProps}>
      <PromptFields form={form} />
      <Section title={t('section.owner')}>
        <ScopeFields
          value={{ scope, ...(group_id !== undefined && { group_id }) }}
          groupError={form.errors['prompt.group_id']}
          onChange={(owner) => form.setFieldValue('prompt', { ...owner, ...values })}
        />
      </Section>
      <FormActions form={form} submitLabel={t('create.submit')} />
    </form>
  )
}
