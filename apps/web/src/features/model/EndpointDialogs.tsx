import {
  createModelEndpoint,
  ModelEndpoint,
  ModelEndpointKind,
  ModelKind,
  updateModelEndpoint,
} from '@heddle/contracts/model/model-endpoint'
import { Checkbox, Fieldset, Group, NumberInput, PasswordInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useListText } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import type { Values } from '#shared/forms/paths.ts'
import { type ContractForm, useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useCreateModelEndpoint, useUpdateModelEndpoint } from './models.queries.ts'

type PurposesFieldProps = { value: readonly ModelKind[]; error: ReactNode; onChange: (purposes: ModelKind[]) => void }

function PurposesField({ value, error, onChange }: PurposesFieldProps) {
  const { t } = useTranslation('model')
  return (
    <Checkbox.Group
      label={t('field.purposes')}
      value={[...value]}
      error={error}
      onChange={(kinds) => onChange(ModelKind.options.filter((kind) => kinds.includes(kind)))}
    >
      <Group gap="lg" mt={8}>
        {ModelKind.options.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** An undefined key keeps the stored one, null is none. */
type EndpointValues = Values & { endpoint: { api_key: string | null | undefined; purposes: ModelKind[] } }

type EndpointFieldsProps<V extends EndpointValues> = { form: ContractForm<V>; keyHint: string; emptyKey: null | undefined }

function EndpointFields<V extends EndpointValues>({ form, keyHint, emptyKey }: EndpointFieldsProps<V>) {
  const { t } = useTranslation('model')
  const { api_key: key, purposes } = form.values.endpoint
  return (
    <>
      <TextInput label={t('field.name')} required data-autofocus {...form.getInputProps('endpoint.name')} />
      <TextInput
        label={t('field.base_url')}
        description={t('field.base_urlHint')}
        type="url"
        required
        {...form.getInputProps('endpoint.base_url')}
      />
      <PasswordInput
        label={t('field.key')}
        description={keyHint}
        autoComplete="new-password"
        {...form.getInputProps('endpoint.api_key')}
        value={key ?? ''}
        onChange={(event) => form.setFieldValue('endpoint.api_key', (event.currentTarget.value || emptyKey) as never)}
      />
      <Select
        label={t('field.endpointKind')}
        description={t('field.endpointKindHint')}
        allowDeselect={false}
        data={ModelEndpointKind.options.map((value) => ({ value, label: t(`endpointKind.${value}`) }))}
        {...form.getInputProps('endpoint.kind')}
      />
      <PurposesField
        value={purposes}
        error={form.errors['endpoint.purposes']}
        onChange={(chosen) => form.setFieldValue('endpoint.purposes', chosen as never)}
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
    </>
  )
}

const timeouts = ['first_token', 'between_tokens', 'total'] as const

const newEndpoint = {
  name: '',
  base_url: '',
  api_key: null as string | null,
  kind: 'auto',
  purposes: ['chat'] as ModelKind[],
  max_concurrent: 16,
}

type CreateEndpointDialogProps = { onCreated: (endpoint: ModelEndpoint) => void; onClose: () => void }

/** Mount a new one for each opening. */
export function CreateEndpointDialog({ onCreated, onClose }: CreateEndpointDialogProps) {
  const { t } = useTranslation('model')
  const create = useCreateModelEndpoint()
  const form = useContractForm({
    schema: createModelEndpoint.schema.body,
    fieldOfCode: { MODEL_ADDRESS_REFUSED: 'endpoint.base_url', MODEL_NAME_EXISTS: 'endpoint.name' },
    initialValues: { endpoint: newEndpoint },
    onSubmit: async (body) => {
      const { endpoint } = await create.mutateAsync(body)
      notify({ kind: 'success', message: t('endpoint.created'), timeout: 1_500 })
      onCreated(endpoint)
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('endpoint.create')} submitLabel={t('endpoint.create')} onClose={onClose}>
      <EndpointFields form={form} keyHint={t('field.keyHint')} emptyKey={null} />
    </FormDialog>
  )
}

const toValues = ({ name, base_url, kind, purposes, timeouts: seconds, max_concurrent, enabled, revision }: ModelEndpoint) => ({
  endpoint: { name, base_url, kind, purposes, timeouts: seconds, max_concurrent, enabled, api_key: undefined as string | undefined },
  revision,
})

type EditEndpointDialogProps = {
  endpoint: ModelEndpoint
  /** Called after a change of where or how the server is called. */
  onReconnected: (endpoint: ModelEndpoint) => void
  onClose: () => void
}

/** Mount a new one for each opening. */
export function EditEndpointDialog({ endpoint, onReconnected, onClose }: EditEndpointDialogProps) {
  const { t } = useTranslation('model')
  const listed = useListText()
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
      const saved = (await update.mutateAsync(body)).endpoint
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      const isReconnected = saved.base_url !== endpoint.base_url || body.endpoint.api_key !== undefined || saved.kind !== endpoint.kind
      if (isReconnected && saved.enabled) onReconnected(saved)
      else onClose()
    },
  })
  const keptKey = endpoint.has_key ? t('field.keyKept', { hint: endpoint.key_hint }) : t('field.keyHint')
  return (
    <>
      <FormDialog form={form} isOpen title={t('endpoint.editOf', { name: endpoint.name })} onClose={onClose}>
        <EndpointFields form={form} keyHint={keptKey} emptyKey={undefined} />
        <Fieldset legend={t('field.timeouts')}>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {timeouts.map((timeout) => (
              <NumberInput
                key={timeout}
                label={t(`field.${timeout}`)}
                required
                min={1}
                allowDecimal={false}
                {...form.getInputProps(`endpoint.timeouts.${timeout}`)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        <Switch label={t('field.endpointEnabled')} {...form.getInputProps('endpoint.enabled', { type: 'checkbox' })} />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'endpoint.name': t('field.name'),
          'endpoint.base_url': t('field.base_url'),
          'endpoint.api_key': t('field.key'),
          'endpoint.kind': t('field.endpointKind'),
          'endpoint.purposes': t('field.purposes'),
          'endpoint.max_concurrent': t('field.max_concurrent'),
          'endpoint.timeouts.first_token': t('field.first_token'),
          'endpoint.timeouts.between_tokens': t('field.between_tokens'),
          'endpoint.timeouts.total': t('field.total'),
          'endpoint.enabled': t('field.endpointEnabled'),
        }}
        format={(path, value) => {
          if (path === 'endpoint.enabled') return t(value === true ? 'on' : 'off')
          const kind = path === 'endpoint.kind' && ModelEndpointKind.safeParse(value).data
          if (kind) return t(`endpointKind.${kind}`)
          if (path === 'endpoint.purposes') return listed((value as ModelKind[]).map((purpose) => t(`kind.${purpose}`)))
          return path === 'endpoint.api_key' ? '•••' : null
        }}
      />
    </>
  )
}
