import { limits } from '@heddle/contracts/limits'
import { updateWorkflow, Workflow } from '@heddle/contracts/workflow/workflow'
import { Alert, Loader, MultiSelect, Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { tenantModelsQuery } from '#entities/model/models.queries.ts'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useUpdateWorkflow, workflowQueries } from './workflows.queries.ts'

type WorkflowSettingsDialogProps = { workflowId: string; onSaved?: (workflow: Workflow) => void; onClose: () => void }

/** Reads the workflow, then edits its settings. Mount a new one for each opening. */
export function WorkflowSettingsDialog({ workflowId, onSaved, onClose }: WorkflowSettingsDialogProps) {
  const { t } = useTranslation('workflow')
  const { data: workflow, error, refetch } = useQuery(workflowQueries.settings(workflowId))
  if (workflow) return <SettingsForm workflow={workflow} onSaved={onSaved} onClose={onClose} />
  return (
    <Dialog isOpen title={t('settings.title')} maxWidth={560} onClose={onClose}>
      {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Loader />}
    </Dialog>
  )
}

const toValues = ({ revision, group, ...workflow }: Workflow) => ({
  revision,
  workflow: {
    name: workflow.name,
    description: workflow.description,
    group_id: group?.id ?? null,
    open_to_all_groups: workflow.open_to_all_groups,
    allow_user_prompt: workflow.allow_user_prompt,
    allow_files: workflow.allow_files,
    allowed_models: workflow.allowed_models,
  },
})

type SettingsFormProps = { workflow: Workflow; onSaved: ((workflow: Workflow) => void) | undefined; onClose: () => void }

function SettingsForm({ workflow, onSaved, onClose }: SettingsFormProps) {
  const { t } = useTranslation('workflow')
  const localized = useLocalized()
  const listText = useListText()
  const update = useUpdateWorkflow(workflow.id)
  const [groupNames, setGroupNames] = useState(() => new Map(workflow.group ? [[workflow.group.id, workflow.group.name]] : []))
  const form = useContractForm({
    schema: updateWorkflow.schema.body,
    initialValues: toValues(workflow),
    fieldOfCode: { AUTH_GROUP_NOT_FOUND: 'workflow.group_id' },
    revised: { entity: Workflow, toValues },
    onSubmit: async (body) => {
      const saved = await update.mutateAsync(body)
      onSaved?.(saved)
      notify({ kind: 'success', message: t('settings.saved'), timeout: 1_500 })
      onClose()
    },
  })
  const { group_id: groupId, allowed_models: allowedModels } = form.values.workflow
  const groupName = groupId === null ? undefined : groupNames.get(groupId)

  function describeValue(path: string, value: unknown) {
    if (path === 'workflow.allowed_models') return listText(value as readonly string[]) || t('settings.allModels')
    if (path === 'workflow.group_id') {
      const name = typeof value === 'string' ? groupNames.get(value) : undefined
      return name && localized(name)
    }
    return typeof value === 'boolean' ? t(value ? 'settings.on' : 'settings.off') : null
  }

  return (
    <>
      <FormDialog form={form} isOpen title={t('settings.title')} maxWidth={560} onClose={onClose}>
        <LocalizedInput
          label={t('field.name')}
          required
          maxLength={limits.nameCharacters}
          data-autofocus
          {...form.localized('workflow.name')}
        />
        <LocalizedInput label={t('field.description')} multiline {...form.localized('workflow.description')} />
        <GroupSelect
          label={t('field.group')}
          description={t('create.groupHint')}
          clearable
          value={groupId}
          chosenName={groupName && localized(groupName)}
          error={form.errors['workflow.group_id']}
          onChange={(group) => {
            if (group) setGroupNames(new Map([...groupNames, [group.id, group.name]]))
            form.setFieldValue('workflow.group_id', group?.id ?? null)
          }}
        />
        <Switch
          label={t('settings.openToAllGroups')}
          description={t('settings.openToAllGroupsHint')}
          {...form.getInputProps('workflow.open_to_all_groups', { type: 'checkbox' })}
        />
        <Switch
          label={t('settings.allowUserPrompt')}
          description={t('settings.allowUserPromptHint')}
          {...form.getInputProps('workflow.allow_user_prompt', { type: 'checkbox' })}
        />
        <Switch
          label={t('settings.allowFiles')}
          description={t('settings.allowFilesHint')}
          {...form.getInputProps('workflow.allow_files', { type: 'checkbox' })}
        />
        <AllowedModels
          value={allowedModels}
          error={form.errors['workflow.allowed_models']}
          onChange={(models) => form.setFieldValue('workflow.allowed_models', models)}
        />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'workflow.name': t('field.name'),
          'workflow.description': t('field.description'),
          'workflow.group_id': t('field.group'),
          'workflow.open_to_all_groups': t('settings.openToAllGroups'),
          'workflow.allow_user_prompt': t('settings.allowUserPrompt'),
          'workflow.allow_files': t('settings.allowFiles'),
          'workflow.allowed_models': t('settings.allowedModels'),
        }}
        format={describeValue}
      />
    </>
  )
}

type AllowedModelsProps = { value: string[]; error: ReactNode; onChange: (models: string[]) => void }

/** The models that a chat may choose; none means all. Names that the tenant does not offer stay until they are removed. */
function AllowedModels({ value, error, onChange }: AllowedModelsProps) {
  const { t } = useTranslation('workflow')
  const { data: models } = useQuery(tenantModelsQuery())
  const offered = models?.map(({ name }) => name) ?? []
  const defaultName = models?.find((model) => model.is_default)?.name
  const isRestricted = models !== undefined && value.length > 0
  const isNoneOffered = isRestricted && !value.some((name) => offered.includes(name))
  const isWithoutDefault = isRestricted && !isNoneOffered && defaultName !== undefined && !value.includes(defaultName)

  return (
    <div>
      <MultiSelect
        label={t('settings.allowedModels')}
        description={t('settings.allowedModelsHint')}
        placeholder={value.length === 0 ? t('settings.allModels') : undefined}
        data={[...new Set([...offered, ...value])]}
        searchable
        clearable
        hidePickedOptions
        value={value}
        error={error}
        onChange={onChange}
      />
      {(isWithoutDefault || isNoneOffered) && (
        <Alert color="brand" variant="light" icon={<IconAlertTriangle aria-hidden />} mt="xs" role="status">
          {isNoneOffered ? t('settings.noneOffered') : t('settings.withoutDefault', { model: defaultName })}
        </Alert>
      )}
    </div>
  )
}
