import { limits } from '@heddle/contracts/limits'
import type { LocalizedText } from '@heddle/contracts/wire'
import { createWorkflow, type Workflow } from '@heddle/contracts/workflow/workflow'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { WorkflowTemplate } from '@heddle/workflow/model/templates/templates'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { useLanguage } from '#i18n/use-language.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { useCreateWorkflow } from './workflows.queries.ts'

type CreateFromTemplateDialogProps = { template: WorkflowTemplate; onClose: () => void; onCreated: (workflow: Workflow) => void }
type NewWorkflowValues = { name: LocalizedText; description: LocalizedText; group_id: string | null; graph: WorkflowGraph }

/** Mount a new one for each opening. */
export function CreateFromTemplateDialog({ template, onClose, onCreated }: CreateFromTemplateDialogProps) {
  const { t } = useTranslation('workflow')
  const { language } = useLanguage()
  const create = useCreateWorkflow()
  const initialValues: NewWorkflowValues = {
    // In the author's language alone, as the titles of the nodes: what is changed later is changed for every reader.
    name: { default: template.name[language] },
    description: { default: template.description[language] },
    group_id: null,
    graph: template.createGraph(language),
  }
  const form = useContractForm({
    schema: createWorkflow.schema.body.shape.workflow,
    at: 'body/workflow',
    initialValues,
    fieldOfCode: { AUTH_GROUP_NOT_FOUND: 'group_id' },
    onSubmit: async (workflow) => onCreated(await create.mutateAsync(workflow)),
  })
  return (
    <FormDialog form={form} isOpen title={template.name[language]} submitLabel={t('create.submit')} onClose={onClose}>
      <LocalizedInput label={t('field.name')} required maxLength={limits.nameCharacters} data-autofocus {...form.localized('name')} />
      <LocalizedInput label={t('field.description')} multiline {...form.localized('description')} />
      <GroupSelect
        label={t('field.group')}
        description={t('create.groupHint')}
        clearable
        value={form.values.group_id}
        error={form.errors['group_id']}
        onChange={(group) => form.setFieldValue('group_id', group?.id ?? null)}
      />
    </FormDialog>
  )
}
