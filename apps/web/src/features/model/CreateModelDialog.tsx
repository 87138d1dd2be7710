import { createModel, type ManagedModel } from '@heddle/contracts/model/model'
import { type ModelEndpoint, ModelKind } from '@heddle/contracts/model/model-endpoint'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { defaultContextTokens, type DescribedModel } from './DiscoverModelsDialog.tsx'
import { ContextField, ModelNameField, UpstreamNameField } from './ModelFields.tsx'
import { useCreateModel } from './models.queries.ts'

type CreateModelDialogProps = {
  endpoint: ModelEndpoint
  /** What the server says of the model. */
  described?: DescribedModel | undefined
  onCreated: (model: ManagedModel) => void
  onClose: () => void
}

/** Mount a new one for each opening. */
export function CreateModelDialog({ endpoint, described, onCreated, onClose }: CreateModelDialogProps) {
  const { t } = useTranslation('model')
  const create = useCreateModel()
  const empty = {
    endpoint_id: endpoint.id,
    upstream_name: '',
    name: '',
    kind: 'chat',
    context_tokens: defaultContextTokens,
    capabilities: {},
  }
  const form = useContractForm({
    schema: createModel.schema.body.shape.model,
    at: 'body/model',
    fieldOfCode: { MODEL_NAME_EXISTS: 'name' },
    initialValues: described ?? empty,
    onSubmit: async (model) => {
      const created = await create.mutateAsync({ model })
      notify({ kind: 'success', message: t('model.created'), timeout: 1_500 })
      onCreated(created.model)
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('model.createAt', { name: endpoint.name })} submitLabel={t('model.create')} onClose={onClose}>
      <UpstreamNameField data-autofocus {...form.getInputProps('upstream_name')} />
      <ModelNameField {...form.getInputProps('name')} />
      <Select
        label={t('field.kind')}
        allowDeselect={false}
        data={ModelKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <ContextField {...form.getInputProps('context_tokens')} />
    </FormDialog>
  )
}
