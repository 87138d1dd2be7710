import { Group, updateGroup } from '@heddle/contracts/group/group'
import { limits } from '@heddle/contracts/limits'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useUpdateGroup } from './groups.queries.ts'

export function GroupDetails({ group }: { group: Group }) {
  const { t } = useTranslation('group')
  const localized = useLocalized()
  if (group.abilities.edit) return <DetailsForm group={group} />
  return (
    <Section title={t('details.title')} hint={t('details.readOnly')}>
      <Facts>
        <Fact name={t('field.name')}>{localized(group.name)}</Fact>
        <Fact name={t('field.description')}>{localized(group.description) || '–'}</Fact>
        <Fact name={t('field.updated')}>{formatDateTime(parseTime(group.updated_at))}</Fact>
      </Facts>
    </Section>
  )
}

const toValues = ({ name, description, revision }: Group) => ({ name, description, revision })

function DetailsForm({ group }: { group: Group }) {
  const { t } = useTranslation('group')
  const update = useUpdateGroup(group.id)
  const form = useContractForm({
    schema: updateGroup.schema.body.shape.group,
    at: 'body/group',
    initialValues: toValues(group),
    revised: { entity: Group, toValues },
    onSubmit: async (values) => {
      const saved = await update.mutateAsync(values)
      notify({ kind: 'success', message: t('details.saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })
  return (
    <Section title={t('details.title')}>
      <form {...form.formProps}>
        <Stack gap="md" maw={560}>
          <LocalizedInput label={t('field.name')} required maxLength={limits.nameCharacters} {...form.localized('name')} />
          <LocalizedInput label={t('field.description')} multiline {...form.localized('description')} />
          <FormActions form={form} />
        </Stack>
      </form>
      <ConflictDialog conflict={form.conflict} labels={{ name: t('field.name'), description: t('field.description') }} />
    </Section>
  )
}
