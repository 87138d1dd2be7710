import { limits } from '@heddle/contracts/limits'
import { SecondFactorRule, type Tenant } from '@heddle/contracts/tenant/tenant'
import { Checkbox, NumberInput, Select, Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { TenantValues } from './tenant-values.ts'
import { useMethodName } from './use-method-name.ts'

type FactorRuleSectionProps = { tenant: Tenant; form: ContractForm<TenantValues>; isReadOnly: boolean }

/** Who of a tenant needs a second factor, and from when on. */
export function FactorRuleSection({ tenant, form, isReadOnly }: FactorRuleSectionProps) {
  const { t } = useTranslation('factor')
  const methodName = useMethodName()
  const { values, setFieldValue, errors } = form
  const providers = tenant.login_methods.filter(({ type }) => type === 'oidc')
  return (
    <Section title={t('rule.title')} hint={t('rule.hint')}>
      <Stack gap="lg">
        <Select
          label={t('rule.who')}
          data={SecondFactorRule.options.map((rule) => ({ value: rule, label: t(`rule.${rule}`) }))}
          allowDeselect={false}
          readOnly={isReadOnly}
          maw={420}
          {...form.getInputProps('second_factor_rule')}
        />
        {values.second_factor_rule !== 'no_one' && (
          <NumberInput
            label={t('rule.grace')}
            description={t('rule.graceHint')}
            min={0}
            max={limits.factorGraceDays}
            clampBehavior="none"
            allowDecimal={false}
            readOnly={isReadOnly}
            maw={420}
            {...form.getInputProps('second_factor_grace_days')}
          />
        )}
        <Switch
          label={t('rule.passkeyLogin')}
          description={t('rule.passkeyLoginHint')}
          disabled={isReadOnly}
          {...form.getInputProps('passkey_login', { type: 'checkbox' })}
        />
        {providers.length > 0 && (
          <Checkbox.Group
            label={t('rule.trusted')}
            description={t('rule.trustedHint')}
            value={values.trusted_factor_logins}
            error={errors.trusted_factor_logins}
            onChange={(chosen) => setFieldValue('trusted_factor_logins', chosen)}
          >
            <Stack gap="xs" mt={10}>
              {providers.map((method) => (
                <Checkbox key={method.key} value={method.key} label={methodName(method)} disabled={isReadOnly} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
    </Section>
  )
}
