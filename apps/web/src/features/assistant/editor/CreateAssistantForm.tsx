import { type AssistantWorkflow, createAssistant } from '@heddle/contracts/assistant/assistant'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { useCreateAssistant } from '../assistant-edit.queries.ts'
import { AssistantForm, type RenderTrial } from './AssistantForm.tsx'
import { type AssistantValues, fieldOfCode, type ManagingGroup } from './assistant-values.ts'

// The server refuses these with a code of its own; the form cannot do without them either.
const schema = createAssistant.schema.body.shape.assistant.required({ name: true, workflow_id: true, group_id: true })

/** Of the mark in the preview, before the server has given an id. */
const previewId = '00000000-0000-7000-8000-000000000000'

type CreateAssistantFormProps = {
  initialValues: AssistantValues
  initialGroup: ManagingGroup | null
  workflows: readonly AssistantWorkflow[]
  renderTrial: RenderTrial
  /** Whether the texts are those of another expert. */
  isCopy?: boolean | undefined
}

export function CreateAssistantForm({ initialValues, isCopy, ...rest }: CreateAssistantFormProps) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const navigate = useNavigate()
  const create = useCreateAssistant()
  const form = useContractForm({
    schema,
    at: 'body/assistant',
    initialValues,
    isCopy,
    fieldOfCode,
    onSubmit: async (values) => {
      const created = await create.mutateAsync(values)
      notify({ kind: 'success', message: t('editor.created', { name: localized(created.name) }), timeout: 1_500 })
      await navigate(paths.assistants({ scope: 'managed' }))
    },
  })
  return <AssistantForm form={form} id={previewId} isNew {...rest} />
}
