import { limits } from '@heddle/contracts/limits'
import type { Tenant } from '@heddle/contracts/tenant/tenant'
import { Alert, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { FactorRuleSection } from './FactorRuleSection.tsx'
import { LoginMethodsField } from './LoginMethodsField.tsx'
import type { TenantValues } from './tenant-values.ts'
import { superUsersQuery } from './tenants.queries.ts'

type ManagedSectionsProps = { tenant: Tenant; form: ContractForm<TenantValues> }

/** The fields beside `ownTenantFields`; for an administrator read-only, with whom to ask. */
export function ManagedSections({ tenant, form }: ManagedSectionsProps) {
  const { t } = useTranslation('tenant')
  const isReadOnly = !tenant.abilities.manage
  const { values, setFieldValue, errors } = form
  return (
    <>
      {isReadOnly && <WhomToAsk />}
      <Section title={t('section.logins')} hint={t('section.loginsHint')}>
        <LoginMethodsField
          methods={tenant.login_methods}
          hidden={values.hidden_logins}
          error={errors.hidden_logins}
          isReadOnly={isReadOnly}
          onChange={(hidden) => setFieldValue('hidden_logins', hidden)}
        />
      </Section>

      <FactorRuleSection tenant={tenant} form={form} isReadOnly={isReadOnly} />

      <Section title={t('section.limits')}>
        <Stack gap="lg">
          <NumberInput
            label={t('field.requestsPerChat')}
            description={t('field.requestsPerChatHint')}
            min={1}
            max={10_000}
            clampBehavior="none"
            allowDecimal={false}
            readOnly={isReadOnly}
            maw={320}
            {...form.getInputProps('requests_per_chat')}
          />
          <NumberInput
            label={t('field.retentionDays')}
            description={values.retention_days === 0 ? t('field.retentionNowHint') : t('field.retentionHint')}
            min={0}
            max={limits.retentionDays}
            clampBehavior="none"
            allowDecimal={false}
            readOnly={isReadOnly}
            maw={420}
            {...form.getInputProps('retention_days')}
          />
          <Switch
            label={t('field.adminsOverrideGate')}
            description={t('field.adminsOverrideGateHint')}
            disabled={isReadOnly}
            {...form.getInputProps('admins_override_gate', { type: 'checkbox' })}
          />
        </Stack>
      </Section>

      <Section title={t('section.address')}>
        <TextInput
          label={t('field.hostname')}
          description={t('field.hostnameHint')}
          placeholder="chat.institute.example"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maw={420}
          value={values.hostname ?? ''}
          error={errors.hostname}
          readOnly={isReadOnly}
          onChange={(event) => setFieldValue('hostname', event.currentTarget.value || null)}
        />
      </Section>
    </>
  )
}

/** Names the super users of the tenant; those of another one are not known here. */
function WhomToAsk() {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  const listText = useListText()
  const { data: superUsers } = useQuery(superUsersQuery)
  if (!superUsers) return null
  const names = superUsers.map(({ name, email }) => t('managed.named', { name: localized(name), email }))
  return (
    <Alert variant="light" color="gray" icon={<IconLock aria-hidden />} title={t('managed.title')} my="md">
      {names.length > 0 ? t('managed.ask', { names: listText(names) }) : t('managed.askOperator')}
    </Alert>
  )
}
