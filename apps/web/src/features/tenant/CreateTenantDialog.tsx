import { createTenant, type Tenant } from '@heddle/contracts/tenant/tenant'
import { limits } from '@heddle/contracts/limits'
import { defaultLanguage, languageNames, languages } from '@heddle/contracts/languages'
import { Divider, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { suggestPassword } from '#entities/user/generate-password.ts'
import { HandOver } from '#entities/user/HandOver.tsx'
import { PasswordField } from '#entities/user/PasswordField.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { useCreateTenant } from './tenants.queries.ts'
import { useTenantRefusal } from './use-tenant-refusal.tsx'

type CreateTenantDialogProps = { onCreated: (tenant: Tenant) => void; onClose: () => void }

/** A tenant and its first super user. Mount a new one for each opening. */
export function CreateTenantDialog({ onCreated, onClose }: CreateTenantDialogProps) {
  const { t } = useTranslation('tenant')
  const create = useCreateTenant()
  const [made, setMade] = useState<{ tenant: Tenant; login: string; password: string } | null>(null)
  const [proposedPassword] = useState(suggestPassword)
  const form = useContractForm({
    schema: createTenant.schema.body,
    initialValues: {
      tenant: { name: { default: '' }, hostname: null as string | null, default_language: defaultLanguage },
      administrator: { name: { default: '' }, email: '', account: null as string | null, password: proposedPassword },
    },
    fieldOfCode: useTenantRefusal('tenant.'),
    onSubmit: async (body) => {
      const tenant = await create.mutateAsync(body)
      setMade({ tenant, login: body.administrator.email, password: body.administrator.password })
    },
  })
  const { administrator, tenant } = form.values

  if (made) {
    const handleClose = () => onCreated(made.tenant)
    return (
      <Dialog isOpen title={t('create.done')} maxWidth={480} persistent onClose={handleClose}>
        <HandOver login={made.login} password={made.password} onClose={handleClose} />
      </Dialog>
    )
  }
  return (
    <FormDialog form={form} isOpen title={t('create.title')} submitLabel={t('create.submit')} maxWidth={560} onClose={onClose}>
      <LocalizedInput
        label={t('field.name')}
        description={t('field.nameHint')}
        required
        maxLength={limits.nameCharacters}
        data-autofocus
        {...form.localized('tenant.name')}
      />
      <TextInput
        label={t('field.hostname')}
        description={t('field.hostnameHint')}
        placeholder="chat.institute.example"
        autoCapitalize="none"
        spellCheck={false}
        value={tenant.hostname ?? ''}
        error={form.errors['tenant.hostname']}
        onChange={(event) => form.setFieldValue('tenant.hostname', event.currentTarget.value || null)}
      />
      <Select
        label={t('field.defaultLanguage')}
        description={t('field.defaultLanguageHint')}
        data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
        {...form.getInputProps('tenant.default_language')}
      />
      <Divider label={t('create.administrator')} labelPosition="left" mt="xs" />
      <TextInput
        label={t('create.administratorName')}
        maxLength={limits.nameCharacters}
        {...form.getInputProps('administrator.name.default')}
      />
      <TextInput label={t('create.email')} type="email" required autoComplete="off" {...form.getInputProps('administrator.email')} />
      <TextInput
        label={t('create.account')}
        description={t('create.accountHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={administrator.account ?? ''}
        error={form.errors['administrator.account']}
        onChange={(event) => form.setFieldValue('administrator.account', event.currentTarget.value || null)}
      />
      <PasswordField
        label={t('create.password')}
        required
        value={administrator.password}
        error={form.errors['administrator.password']}
        onChange={(password) => form.setFieldValue('administrator.password', password)}
      />
    </FormDialog>
  )
}
