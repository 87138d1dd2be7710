import { limits } from '@heddle/contracts/limits'
import { type Tenant, TemporaryChats } from '@heddle/contracts/tenant/tenant'
import { MultiSelect, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { TenantValues } from './tenant-values.ts'

/** Returns the words for who may have temporary chats. */
export function useTemporaryChatWords() {
  const { t } = useTranslation('tenant')
  return { allowed: t('field.temporaryAllowed'), forbidden: t('field.temporaryForbidden'), groups: t('field.temporaryGroupsOnly') }
}

/** Who of the tenant may have temporary chats. */
export function TemporaryChatSection({ tenant, form }: { tenant: Tenant; form: ContractForm<TenantValues> }) {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  const words = useTemporaryChatWords()
  const { values, setFieldValue, errors } = form
  const groups = values.temporary_chat_group_ids
  return (
    <Section title={t('field.temporaryChats')}>
      <Stack gap="lg">
        <Select
          label={t('field.temporaryChats')}
          description={t('field.temporaryChatsHint')}
          data={TemporaryChats.options.map((value) => ({ value, label: words[value] }))}
          allowDeselect={false}
          maw={420}
          value={values.temporary_chats}
          error={errors.temporary_chats}
          onChange={(value) => setFieldValue('temporary_chats', TemporaryChats.parse(value))}
        />
        {values.temporary_chats === 'groups' && (
          <MultiSelect
            label={t('field.temporaryChatGroups')}
            description={groups.length === 0 ? t('field.noTemporaryGroups') : undefined}
            data={tenant.groups.map(({ id, name }) => ({ value: id, label: localized(name) }))}
            searchable
            maxValues={limits.temporaryChatGroups}
            maw={420}
            value={groups}
            error={errors.temporary_chat_group_ids}
            onChange={(ids) => setFieldValue('temporary_chat_group_ids', ids)}
          />
        )}
      </Stack>
    </Section>
  )
}
