import { type Assistant, AssistantDetail, type AssistantWorkflow, updateAssistant } from '@heddle/contracts/assistant/assistant'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateAssistant } from '../assistant-edit.queries.ts'
import { AssistantForm, type RenderTrial } from './AssistantForm.tsx'
import { type AssistantValues, fieldOfCode, toManagingGroup, toValues } from './assistant-values.ts'

type EditAssistantFormProps = {
  assistant: AssistantDetail
  workflow: AssistantWorkflow
  renderTrial: RenderTrial
}

export function EditAssistantForm({ assistant, workflow, renderTrial }: EditAssistantFormProps) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const update = useUpdateAssistant(assistant.id)
  const form = useContractForm({
    schema: updateAssistant.schema.body.shape.assistant,
    at: 'body/assistant',
    initialValues: toValues(assistant),
    fieldOfCode,
    revised: { entity: AssistantDetail, toValues },
    onSubmit: async (values) => {
      const saved = await update.mutateAsync(values)
      notify({ kind: 'success', message: t('editor.saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })

  function describeValue(path: string, value: unknown) {
    if (path === 'recommended_questions')
      return (value as AssistantValues['recommended_questions']).map(({ title }) => localized(title)).join(' · ') || '–'
    if (path === 'is_public') return t(value ? 'public' : 'private')
    if (path === 'color') return value ? t(`color.${value as NonNullable<Assistant['color']>}`) : t('basics.colorAuto')
    if (path === 'picture' && value) return <img src={value as string} alt={t('basics.pictureChosen')} height={32} />
    return path === 'group_id' && value === assistant.group.id ? localized(assistant.group.name) : undefined
  }

  return (
    <>
      <AssistantForm
        form={form}
        id={assistant.id}
        initialGroup={toManagingGroup(assistant)}
        workflows={[workflow]}
        isNew={false}
        renderTrial={renderTrial}
      />
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          name: t('basics.name'),
          description: t('basics.description'),
          color: t('basics.color'),
          picture: t('basics.picture'),
          is_public: t('access.public'),
          recommended_questions: t('questions.title'),
          user_prompt: t('behaviour.prompt'),
          group_id: t('access.group'),
        }}
        format={describeValue}
      />
    </>
  )
}
