import { createModelEndpoint, ModelEndpoint, updateModelEndpoint } from '@heddle/contracts/model-endpoint'
import { NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useCreateModelEndpoint, useUpdateModelEndpoint } from './models.queries.ts'

type KeyFieldProps = { value: string | null | undefined; hint: string; error: ReactNode; onChange: (key: string) => void }

function KeyField({ value, hint, error, onChange }: KeyFieldProps) {
  const { t } = useTranslation('model')
  return (
    <PasswordInput
      label={t('field.key')}
      description={hint}
      autoComplete="new-password"
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const newEndpoint = { name: '', base_url: '', api_key: null as string | null, max_concurrent: 16 }

/** Mount a new one for each opening. */
export function CreateEndpointDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('model')
  const create = useCreateModelEndpoint()
  const form = useContractForm({
    schema: createModelEndpoint.schema.body.shape.endpoint,
    at: 'body/endpoint',
    fieldOfCode: { MODEL_ADDRESS_REFUSED: 'base_url', MODEL_NAME_EXISTS: 'name' },
    initialValues: newEndpoint,
    onSubmit: async (endpoint) => {
      await create.mutateAsync({ endpoint })
      notify({ kind: 'success', message: t('endpoint.created'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('endpoint.create')} submitLabel={t('endpoint.create')} onClose={onClose}>
      <TextInput label={t('field.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('field.base_url')}
        description={t('field.base_urlHint')}
        type="url"
        required
        {...form.getInputProps('base_url')}
      />
      <KeyField
        value={form.values.api_key}
        hint={t('field.keyHint')}
        error={form.errors['api_key']}
        onChange={(key) => form.setFieldValue('api_key', key === '' ? null : key)}
      />
      <NumberInput
        label={t('field.max_concurrent')}
        description={t('field.max_concurrentHint')}
        required
        min={1}
        max={1_000}
        allowDecimal={false}
        {...form.getInputProps('max_concurrent')}
      />
    </FormDialog>
  )
}

const toValues = ({ name, base_url, max_concurrent, enabled, revision }: ModelEndpoint) => ({
  endpoint: { name, base_url, max_concurrent, enabled, api_key: undefined as string | undefined },
  revision,
})

/** Mount a new one for each opening. */
export function EditEndpointDialog({ endpoint, onClose }: { endpoint: ModelEndpoint; onClose: () => void }) {
  const { t } = useTranslation('model')
  const update = useUpdateModelEndpoint(endpoint.id)
  const form = useContractForm({
    schema: updateModelEndpoint.schema.body,
    fieldOfCode: {
      MODEL_ADDRESS_REFUSED: 'endpoint.base_url',
      MODEL_KEY_REQUIRED: 'endpoint.api_key',
      MODEL_NAME_EXISTS: 'endpoint.name',
    },
    initialValues: toValues(endpoint),
    revised: { entity: ModelEndpoint, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  const keptKey = endpoint.has_key ? t('field.keyKept', { hint: endpoint.key_hint }) : t('field.keyHint')
  return (
    <>
      <FormDialog form={form} isOpen title={t('endpoint.editOf', { name: endpoint.name })} onClose={onClose}>
        <TextInput label={t('field.name')} required data-autofocus {...form.getInputProps('endpoint.name')} />
        <TextInput
          label={t('field.base_url')}
          description={t('field.base_urlHint')}
          type="url"
          required
          {...form.getInputProps('endpoint.base_url')}
        />
        <KeyField
          value={form.values.endpoint.api_key}
          hint={keptKey}
          error={form.errors['endpoint.api_key']}
          onChange={(key) => form.setFieldValue('endpoint.api_key', key === '' ? undefined : key)}
        />
        <NumberInput
          label={t('field.max_concurrent')}
          description={t('field.max_concurrentHint')}
          required
          min={1}
          max={1_000}
          allowDecimal={false}
          {...form.getInputProps('endpoint.max_concurrent')}
        />
        <Switch label={t('field.endpointEnabled')} {...form.getInputProps('endpoint.enabled', { type: 'checkbox' })} />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'endpoint.name': t('field.name'),
          'endpoint.base_url': t('field.base_url'),
          'endpoint.api_key': t('field.key'),
          'endpoint.max_concurrent': t('field.max_concurrent'),
          'endpoint.enabled': t('field.endpointEnabled'),
        }}
        format={(path, value) => {
          if (path === 'endpoint.enabled') return t(value === true ? 'on' : 'off')
          return path === 'endpoint.api_key' ? '•••' : null
        }}
      />
    </>
  )
}
