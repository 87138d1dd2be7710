import { languageNames, languages, languageTags } from '@heddle/contracts/languages'
import type { Tenant } from '@heddle/contracts/tenant/tenant'
import { Checkbox, Group, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { TenantValues } from './tenant-values.ts'

/** The zones that the browser knows, and the tenant's own, which it may know by another name. */
const listTimeZones = (current: string) => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted()

/** The languages that a tenant offers, its default one, and its time zone. */
export function LanguageSection({ tenant, form }: { tenant: Tenant; form: ContractForm<TenantValues> }) {
  const { t } = useTranslation('tenant')
  const { values, setFieldValue, errors } = form
  return (
    <Section title={t('section.languages')} hint={t('section.languagesHint')}>
      <Stack gap="lg">
        <Checkbox.Group
          label={t('field.languages')}
          description={t('field.languagesHint')}
          value={values.languages}
          error={errors.languages}
          onChange={(chosen) =>
            setFieldValue(
              'languages',
              languages.filter((language) => chosen.includes(language)),
            )
          }
        >
          <Group gap="lg" mt={10}>
            {languages.map((language) => (
              <Checkbox
                key={language}
                value={language}
                label={languageNames[language]}
                lang={languageTags[language]}
                disabled={language === values.default_language}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <Select
          label={t('field.defaultLanguage')}
          description={t('field.defaultLanguageHint')}
          data={values.languages.map((language) => ({ value: language, label: languageNames[language] }))}
          maw={320}
          {...form.getInputProps('default_language')}
        />
        <Select
          label={t('field.timeZone')}
          description={t('field.timeZoneHint')}
          data={listTimeZones(tenant.time_zone)}
          allowDeselect={false}
          searchable
          maw={320}
          {...form.getInputProps('time_zone')}
        />
      </Stack>
    </Section>
  )
}
