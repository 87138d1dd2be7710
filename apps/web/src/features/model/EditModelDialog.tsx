import { ManagedModel, updateModel } from '@heddle/contracts/model/model'
import { ModelCapability, OptionalParameter, ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import { Checkbox, Fieldset, Group, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { keepMine } from '#shared/forms/conflict.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { type ContractForm, useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { type FoundSetting, FoundValue } from './FoundValue.tsx'
import { ContextField, ModelNameField, UpstreamNameField } from './ModelFields.tsx'
import { useUpdateModel } from './models.queries.ts'
import { useFormatSetting } from './use-format-setting.ts'

const capabilities = ['images', 'reasoning', 'json_schema'] as const

const toValues = ({ capabilities: known, embedding, ...model }: ManagedModel) => ({
  model: {
    name: model.name,
    upstream_name: model.upstream_name,
    context_tokens: model.context_tokens,
    max_output_tokens: model.max_output_tokens,
    capabilities: { images: known.images.value, reasoning: known.reasoning.value, json_schema: known.json_schema.value },
    embedding: embedding ?? undefined,
    reasoning_format: model.reasoning_format,
    refused_parameters: model.refused_parameters,
    fallback_model_id: model.fallback_model_id,
    enabled: model.enabled,
  },
  revision: model.revision,
})

type ModelValues = ReturnType<typeof toValues>
type ModelForm = ContractForm<ModelValues>

/** An empty field is null, which means that of the server or the other purpose. */
const optionalNumber = (form: ModelForm, path: string, value: number | null | undefined) => ({
  value: value ?? '',
  error: form.errors[path],
  onChange: (typed: string | number) => form.setFieldValue(path, typed === '' ? null : typed),
})

const optionalText = (form: ModelForm, path: string, value: string | null | undefined) => ({
  value: value ?? '',
  error: form.errors[path],
  onChange: ({ currentTarget: { value: typed } }: ChangeEvent<HTMLInputElement>) => form.setFieldValue(path, typed === '' ? null : typed),
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
      // A call may have filled the other fields since the form was opened.
      await update.mutateAsync(keepMine<typeof body>(form.getInitialValues(), body, { model: {}, revision: body.revision }))
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  const formatSetting = useFormatSetting()
  const found = (setting: FoundSetting) => ({
    setting,
    findings: model.findings,
    value: form.values.model[setting],
    onTakeOver: (value: unknown) => form.setFieldValue(`model.${setting}`, value as never),
  })
  const others = models.filter(({ id, kind }) => id !== model.id && kind === model.kind)
  return (
    <>
      <FormDialog form={form} isOpen title={t('model.editOf', { name: model.name })} maxWidth={640} onClose={onClose}>
        <ModelNameField data-autofocus {...form.getInputProps('model.name')} />
        <UpstreamNameField {...form.getInputProps('model.upstream_name')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <FoundValue {...found('context_tokens')}>
            <ContextField {...form.getInputProps('model.context_tokens')} />
          </FoundValue>
          {model.kind === 'chat' && (
            <FoundValue {...found('max_output_tokens')}>
              <NumberInput
                label={t('field.max_output_tokens')}
                description={t('field.max_output_tokensHint')}
                min={1}
                allowDecimal={false}
                {...optionalNumber(form, 'model.max_output_tokens', form.values.model.max_output_tokens)}
              />
            </FoundValue>
          )}
        </SimpleGrid>
        {model.kind === 'chat' && (
          <Fieldset legend={t('field.capabilities')}>
            <Stack gap="md">
              {capabilities.map((capability) => (
                <Select
                  key={capability}
                  label={t(`field.${capability}`)}
                  description={t(`field.${capability}Hint`)}
                  allowDeselect={false}
                  data={ModelCapability.options.map((value) => ({ value, label: t(`capability.${value}`) }))}
                  {...form.getInputProps(`model.capabilities.${capability}`)}
                />
              ))}
              <FoundValue {...found('reasoning_format')}>
                <Select
                  label={t('field.reasoning_format')}
                  description={t('field.reasoning_formatHint')}
                  allowDeselect={false}
                  data={ReasoningFormat.options.map((value) => ({ value, label: t(`reasoningFormat.${value}`) }))}
                  {...form.getInputProps('model.reasoning_format')}
                />
              </FoundValue>
              <FoundValue {...found('refused_parameters')}>
                <Checkbox.Group
                  label={t('field.refused_parameters')}
                  description={t('field.refused_parametersHint')}
                  {...form.getInputProps('model.refused_parameters')}
                >
                  <Group gap="md" mt={8}>
                    {OptionalParameter.options.map((parameter) => (
                      <Checkbox key={parameter} value={parameter} label={parameter} />
                    ))}
                  </Group>
                </Checkbox.Group>
              </FoundValue>
            </Stack>
          </Fieldset>
        )}
        {form.values.model.embedding && <EmbeddingFields form={form} embedding={form.values.model.embedding} />}
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
          'model.max_output_tokens': t('field.max_output_tokens'),
          'model.capabilities.images': t('field.images'),
          'model.capabilities.reasoning': t('field.reasoning'),
          'model.capabilities.json_schema': t('field.json_schema'),
          'model.embedding.dimension': t('field.dimension'),
          'model.embedding.batch_size': t('field.batch_size'),
          'model.embedding.query_prefix': t('field.query_prefix'),
          'model.embedding.passage_prefix': t('field.passage_prefix'),
          'model.embedding.query_upstream_name': t('field.query_upstream_name'),
          'model.embedding.passage_upstream_name': t('field.passage_upstream_name'),
          'model.reasoning_format': t('field.reasoning_format'),
          'model.refused_parameters': t('field.refused_parameters'),
          'model.fallback_model_id': t('field.fallback_model_id'),
          'model.enabled': t('field.modelEnabled'),
        }}
        format={(path, value) => {
          if (typeof value === 'boolean') return t(value ? 'on' : 'off')
          if (path === 'model.fallback_model_id') return models.find(({ id }) => id === value)?.name ?? t('field.noFallback')
          if (path === 'model.reasoning_format' || path === 'model.refused_parameters') return formatSetting(path.slice(6), value)
          const capability = ModelCapability.safeParse(value).data
          return path.startsWith('model.capabilities.') && capability ? t(`capability.${capability}`) : null
        }}
      />
    </>
  )
}

type EmbeddingFieldsProps = { form: ModelForm; embedding: NonNullable<ModelValues['model']['embedding']> }

/** How an embedding model is asked: queries and passages may have prefixes and names of their own. */
function EmbeddingFields({ form, embedding }: EmbeddingFieldsProps) {
  const { t } = useTranslation('model')
  return (
    <Fieldset legend={t('kind.embedding')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label={t('field.dimension')}
            description={t('field.dimensionHint')}
            min={1}
            allowDecimal={false}
            {...optionalNumber(form, 'model.embedding.dimension', embedding.dimension)}
          />
          <NumberInput
            label={t('field.batch_size')}
            description={t('field.batch_sizeHint')}
            required
            min={1}
            allowDecimal={false}
            {...form.getInputProps('model.embedding.batch_size')}
          />
        </SimpleGrid>
        <TextInput
          label={t('field.query_prefix')}
          description={t('field.prefixHint')}
          {...form.getInputProps('model.embedding.query_prefix')}
        />
        <TextInput
          label={t('field.passage_prefix')}
          description={t('field.prefixHint')}
          {...form.getInputProps('model.embedding.passage_prefix')}
        />
        <TextInput
          label={t('field.query_upstream_name')}
          description={t('field.purposeNameHint')}
          {...optionalText(form, 'model.embedding.query_upstream_name', embedding.query_upstream_name)}
        />
        <TextInput
          label={t('field.passage_upstream_name')}
          description={t('field.purposeNameHint')}
          {...optionalText(form, 'model.embedding.passage_upstream_name', embedding.passage_upstream_name)}
        />
      </Stack>
    </Fieldset>
  )
}
