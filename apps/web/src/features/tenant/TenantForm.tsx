import { limits } from '@heddle/contracts/limits'
import { Tenant, updateTenant } from '@heddle/contracts/tenant/tenant'
import { Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type Language, languageNames } from '@heddle/contracts/languages'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { type ContractForm, useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { LookFields } from './LookFields.tsx'
import { ManagedSections } from './ManagedSections.tsx'
import { TemporaryChatSection, useTemporaryChatWords } from './TemporaryChatSection.tsx'
import { useMethodName } from './use-method-name.ts'
import { omitManaged, type TenantValues, toTenantValues } from './tenant-values.ts'
import { useTenantRefusal } from './use-tenant-refusal.tsx'
import { useUpdateTenant } from './tenants.queries.ts'

/** All settings of a tenant. An administrator changes those that touch no one else. */
export function TenantForm({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { t: tFactor } = useTranslation('factor')
  const update = useUpdateTenant(tenant.id)
  const methodName = useMethodName()
  const temporaryChatWords = useTemporaryChatWords()
  const localized = useLocalized()
  const assistantOptions = tenant.assistants.map(({ id, name }) => ({ value: id, label: localized(name) }))
  const form = useContractForm({
    schema: updateTenant.schema.body.shape.tenant,
    at: 'body/tenant',
    initialValues: toTenantValues(tenant),
    fieldOfCode: useTenantRefusal(),
    revised: { entity: Tenant, toValues: toTenantValues },
    onSubmit: async (values) => {
      const given = tenant.abilities.manage ? values : omitManaged(values)
      const saved = await update.mutateAsync(given)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      return toTenantValues(saved)
    },
  })
  const { values, setFieldValue, errors } = form

  /** An empty text is null, which means the installation's own. */
  const optionalText = (field: 'product_name' | 'licensed_by') => ({
    value: values[field] ?? '',
    error: errors[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setFieldValue(field, event.currentTarget.value || null),
  })

  function describeLogin(key: string) {
    const method = tenant.login_methods.find((known) => known.key === key)
    return method ? methodName(method) : key
  }

  const groupNames = new Map(tenant.groups.map(({ id, name }) => [id, localized(name)]))

  function describeValue(path: string, value: unknown) {
    if (path === 'default_language') return languageNames[value as Language]
    if (path === 'languages') return (value as Language[]).map((language) => languageNames[language]).join(' · ')
    if (path === 'default_model_id') return tenant.models.find(({ id }) => id === value)?.name
    if (path === 'default_assistant_id') return assistantOptions.find((option) => option.value === value)?.label
    if (path === 'second_factor_rule') return tFactor(`rule.${value as Tenant['second_factor_rule']}`)
    if (path === 'hidden_logins' || path === 'trusted_factor_logins') return (value as string[]).map(describeLogin).join(' · ') || '–'
    if (path === 'temporary_chats') return temporaryChatWords[value as Tenant['temporary_chats']]
    if (path === 'temporary_chat_group_ids') return (value as string[]).map((id) => groupNames.get(id) ?? id).join(' · ') || '–'
    return path === 'logo' && value ? <img src={value as string} alt={t('logo.current')} height={32} /> : undefined
  }

  return (
    <>
      <form {...form.formProps}>
        <Section title={t('section.brand')} hint={t('section.brandHint')}>
          <Stack gap="lg">
            <LocalizedInput
              label={t('field.name')}
              description={t('field.nameHint')}
              required
              maxLength={limits.nameCharacters}
              {...form.localized('name')}
            />
            <Group grow align="start" preventGrowOverflow={false}>
              <TextInput
                label={t('field.productName')}
                description={t('field.productNameHint')}
                maxLength={limits.nameCharacters}
                miw={240}
                {...optionalText('product_name')}
              />
              <TextInput
                label={t('field.licensedBy')}
                description={t('field.licensedByHint')}
                maxLength={limits.nameCharacters}
                miw={240}
                {...optionalText('licensed_by')}
              />
            </Group>
            <LookFields form={form} />
          </Stack>
        </Section>

        <LanguageSection tenant={tenant} form={form} />

        <Section title={t('section.model')}>
          <Select
            label={t('field.defaultModel')}
            description={t('field.defaultModelHint')}
            placeholder={t('field.noModel')}
            data={tenant.models.map(({ id, name }) => ({ value: id, label: name }))}
            readOnly={tenant.models.length === 0}
            maw={420}
            value={values.default_model_id ?? null}
            error={errors.default_model_id}
            onChange={(model) => setFieldValue('default_model_id', model ?? undefined)}
          />
          <Select
            label={t('field.defaultAssistant')}
            description={t('field.defaultAssistantHint')}
            placeholder={t('field.noAssistant')}
            data={assistantOptions}
            clearable
            searchable
            maw={420}
            mt="lg"
            value={values.default_assistant_id}
            error={errors.default_assistant_id}
            onChange={(assistant) => setFieldValue('default_assistant_id', assistant)}
          />
        </Section>

        <FilesSection form={form} />
        <TemporaryChatSection tenant={tenant} form={form} />

        <ManagedSections tenant={tenant} form={form} />

        <FormActions form={form} isSticky />
      </form>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          name: t('field.name'),
          hostname: t('field.hostname'),
          product_name: t('field.productName'),
          licensed_by: t('field.licensedBy'),
          primary_color: t('color.label'),
          logo: t('logo.label'),
          users_choose_theme: t('field.usersChooseTheme'),
          languages: t('field.languages'),
          default_language: t('field.defaultLanguage'),
          default_model_id: t('field.defaultModel'),
          default_assistant_id: t('field.defaultAssistant'),
          hidden_logins: t('field.hiddenLogins'),
          second_factor_rule: tFactor('rule.who'),
          second_factor_grace_days: tFactor('rule.grace'),
          passkey_login: tFactor('rule.passkeyLogin'),
          trusted_factor_logins: tFactor('rule.trusted'),
          requests_per_chat: t('field.requestsPerChat'),
          retention_days: t('field.retentionDays'),
          time_zone: t('field.timeZone'),
          files_with_any_assistant: t('field.filesWithAnyAssistant'),
          temporary_chats: t('field.temporaryChats'),
          temporary_chat_group_ids: t('field.temporaryChatGroups'),
        }}
        format={describeValue}
      />
    </>
  )
}

function FilesSection({ form }: { form: ContractForm<TenantValues> }) {
  const { t } = useTranslation('tenant')
  return (
    <Section title={t('section.files')}>
      <Switch
        label={t('field.filesWithAnyAssistant')}
        description={t('field.filesWithAnyAssistantHint')}
        {...form.getInputProps('files_with_any_assistant', { type: 'checkbox' })}
      />
    </Section>
  )
}
