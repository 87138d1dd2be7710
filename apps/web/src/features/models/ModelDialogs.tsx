import { createModel, ManagedModel, updateModel } from '@heddle/contracts/model'
import type { ModelEndpoint } from '@heddle/contracts/model-endpoint'
import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useCreateModel, useUpdateModel } from './models.queries.ts'

const kinds = ['chat', 'embedding', 'rerank'] as const
const capabilities = ['yes', 'no', 'unknown'] as const

/** Mount a new one for each opening. */
export function CreateModelDialog({ endpoint, onClose }: { endpoint: ModelEndpoint; onClose: () => void }) {
  const { t } = useTranslation('model')
  const create = useCreateModel()
  const form = useContractForm({
    schema: createModel.schema.body.shape.model,
    at: 'body/model',
    fieldOfCode: { MODEL_NAME_EXISTS: 'name' },
    initialValues: {
      endpoint_id: endpoint.id,
      upstream_name: '',
      name: '',
      kind: 'chat',
      context_tokens: 16_384,
    },
    onSubmit: async (model) => {
      await create.mutateAsync({ model })
      notify({ kind: 'success', message: t('model.created'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('model.createAt', { name: endpoint.name })} submitLabel={t('model.create')} onClose={onClose}>
      <TextInput
        label={t('field.upstream_name')}
        description={t('field.upstream_nameHint')}
        required
        data-autofocus
        {...form.getInputProps('upstream_name')}
      />
      <TextInput label={t('field.name')} description={t('field.modelNameHint')} required {...form.getInputProps('name')} />
      <Select
        label={t('field.kind')}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <NumberInput
        label={t('field.context_tokens')}
        description={t('field.context_tokensHint')}
        required
        min={512}
        allowDecimal={false}
        {...form.getInputProps('context_tokens')}
      />
    </FormDialog>
  )
}

const toValues = ({ name, upstream_name, context_tokens, capabilities: known, fallback_model_id, enabled, revision }: ManagedModel) => ({
  model: { name, upstream_name, context_tokens, capabilities: { images: known.images.value }, fallback_model_id, enabled },
  revision,
})

type EditModelDialogProps = { model: ManagedModel; models: readonly ManagedModel[]; onClose: () => void }

/** Mount a new one for each opening. */
export function EditModelDialog({ model, models, onClose }: EditModelDialogProps) {
  const { t } = useTranslation('model')
  const update = useUpdateModel(model.id)
  const form = useContractForm({
    schema: updateModel.schema.body,
    fieldOfCode: { MODEL_NAME_EXISTS: 'model.name', MODEL_FALLBACK_INVALID: 'model.fallback_model_id', MODEL_IN_USE: 'model.name' },
    initialValues: toValues(model),
    revised: { entity: ManagedModel, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  const others = models.filter(({ id, kind }) => id !== model.id && kind === model.kind)
  return (
    <>
      <FormDialog form={form} isOpen title={t('model.editOf', { name: model.name })} onClose={onClose}>
        <TextInput
          label={t('field.name')}
          description={t('field.modelNameHint')}
          required
          data-autofocus
          {...form.getInputProps('model.name')}
        />
        <TextInput
          label={t('field.upstream_name')}
          description={t('field.upstream_nameHint')}
          required
          {...form.getInputProps('model.upstream_name')}
        />
        <NumberInput
          label={t('field.context_tokens')}
          description={t('field.context_tokensHint')}
          required
          min={512}
          allowDecimal={false}
          {...form.getInputProps('model.context_tokens')}
        />
        <Select
          label={t('field.images')}
          description={t('field.imagesHint')}
          allowDeselect={false}
          data={capabilities.map((value) => ({ value, label: t(`capability.${value}`) }))}
          value={form.values.model.capabilities.images}
          onChange={(value) => form.setFieldValue('model.capabilities.images', value ?? 'unknown')}
        />
        <Select
          label={t('field.fallback_model_id')}
          description={t('field.fallbackHint')}
          clearable
          placeholder={t('field.noFallback')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('model.fallback_model_id')}
        />
        <Switch label={t('field.modelEnabled')} {...form.getInputProps('model.enabled', { type: 'checkbox' })} />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'model.name': t('field.name'),
          'model.upstream_name': t('field.upstream_name'),
          'model.context_tokens': t('field.context_tokens'),
          'model.capabilities.images': t('field.images'),
          'model.fallback_model_id': t('field.fallback_model_id'),
          'model.enabled': t('field.modelEnabled'),
        }}
        format={(path, value) => {
          if (path === 'model.enabled') return t(value === true ? 'on' : 'off')
          if (path === 'model.fallback_model_id') return models.find(({ id }) => id === value)?.name ?? t('field.noFallback')
          const capability = capabilities.find((known) => known === value)
          return path === 'model.capabilities.images' && capability ? t(`capability.${capability}`) : null
        }}
      />
    </>
  )
}
