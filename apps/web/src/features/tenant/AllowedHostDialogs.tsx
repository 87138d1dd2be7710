import { AllowedHost, createAllowedHost, updateAllowedHost } from '@heddle/contracts/tenant/allowed-host'
import { PasswordInput, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import type { Values } from '#shared/forms/paths.ts'
import { type ContractForm, useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useCreateAllowedHost, useUpdateAllowedHost } from './allowed-hosts.queries.ts'

/** Undefined keeps the stored header, null sends none. */
type SecretHeader = { name: string; value: string } | null | undefined
type HostValues = Values & { allows_private: boolean; secret_header: SecretHeader }

const describeChoice = (header: SecretHeader) => (header === undefined ? 'keep' : header === null ? 'none' : 'set')

type HostFieldsProps<V extends HostValues> = { form: ContractForm<V>; storedHeader: string | null }

function HostFields<V extends HostValues>({ form, storedHeader }: HostFieldsProps<V>) {
  const { t } = useTranslation('tenant')
  const choose = (header: SecretHeader) => form.setFieldValue('secret_header', header as never)
  const chosen = form.values.secret_header
  return (
    <>
      <Switch
        label={t('host.field.private')}
        description={t('host.field.privateHint')}
        {...form.getInputProps('allows_private', { type: 'checkbox' })}
      />
      <Radio.Group
        label={t('host.secret.label')}
        description={t('host.secret.hint')}
        value={describeChoice(chosen)}
        onChange={(choice) => choose(choice === 'keep' ? undefined : choice === 'none' ? null : { name: storedHeader ?? '', value: '' })}
      >
        <Stack gap="xs" mt="xs">
          {storedHeader !== null && <Radio value="keep" label={t('host.secret.keep', { name: storedHeader })} />}
          <Radio value="none" label={t('host.secret.none')} />
          <Radio value="set" label={t('host.secret.set')} />
        </Stack>
      </Radio.Group>
      {chosen && (
        <>
          <TextInput
            label={t('host.secret.name')}
            placeholder="Authorization"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('secret_header.name')}
          />
          <PasswordInput
            label={t('host.secret.value')}
            description={t('host.secret.valueHint')}
            required
            autoComplete="new-password"
            {...form.getInputProps('secret_header.value')}
          />
        </>
      )}
    </>
  )
}

type CreateAllowedHostDialogProps = { tenantId: string; onClose: () => void }

/** Mount a new one for each opening. */
export function CreateAllowedHostDialog({ tenantId, onClose }: CreateAllowedHostDialogProps) {
  const { t } = useTranslation('tenant')
  const create = useCreateAllowedHost(tenantId)
  const form = useContractForm({
    schema: createAllowedHost.schema.body.shape.allowed_host,
    at: 'body/allowed_host',
    fieldOfCode: { ALLOWED_HOST_EXISTS: 'host' },
    initialValues: { host: '', allows_private: false, secret_header: null as SecretHeader },
    onSubmit: async (host) => {
      const { allowed_host: created } = await create.mutateAsync({ allowed_host: host })
      notify({ kind: 'success', message: t('host.created', { host: created.host }) })
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('host.create')} submitLabel={t('host.create')} onClose={onClose}>
      <TextInput
        label={t('host.field.host')}
        description={t('host.field.hostHint')}
        required
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('host')}
      />
      <HostFields form={form} storedHeader={null} />
    </FormDialog>
  )
}

const toValues = ({ allows_private, secret_header_name: stored, revision }: AllowedHost) => ({
  allows_private,
  secret_header: (stored === null ? null : undefined) as SecretHeader,
  revision,
})

type EditAllowedHostDialogProps = { tenantId: string; allowedHost: AllowedHost; onClose: () => void }

/** Mount a new one for each opening. */
export function EditAllowedHostDialog({ tenantId, allowedHost, onClose }: EditAllowedHostDialogProps) {
  const { t } = useTranslation('tenant')
  const update = useUpdateAllowedHost(tenantId, allowedHost.id)
  const form = useContractForm({
    schema: updateAllowedHost.schema.body.shape.allowed_host,
    at: 'body/allowed_host',
    initialValues: toValues(allowedHost),
    revised: { entity: AllowedHost, toValues },
    onSubmit: async (host) => {
      await update.mutateAsync({ allowed_host: host })
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <>
      <FormDialog form={form} isOpen title={t('host.editOf', { host: allowedHost.host })} onClose={onClose}>
        <HostFields form={form} storedHeader={allowedHost.secret_header_name} />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          allows_private: t('host.field.private'),
          secret_header: t('host.secret.label'),
          'secret_header.name': t('host.secret.name'),
          'secret_header.value': t('host.secret.value'),
        }}
        format={(path, value) => {
          if (path === 'allows_private') return t(value === true ? 'host.on' : 'host.off')
          return path === 'secret_header.value' && value !== undefined ? '•••' : null
        }}
      />
    </>
  )
}
