import type { CollectionAccess } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import type { LocalizedText } from '@heddle/contracts/wire'
import { Radio, Stack } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'

export type SettingsValues = {
  name: LocalizedText
  description: LocalizedText
  group_id: string
  access: CollectionAccess
}

type SettingsFieldsProps = {
  values: SettingsValues
  /** By `dataset.` and the field. */
  errors: FormErrors
  localized: (path: string) => { value: LocalizedText; onChange: (text: LocalizedText) => void; errors: FormErrors }
  groupName?: string
  onChange: <Field extends keyof SettingsValues>(field: Field, value: SettingsValues[Field]) => void
}

/** What a dataset is called, and who gets answers from it. */
export function SettingsFields({ values, errors, localized, groupName, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation('dataset')
  return (
    <Stack gap="lg" maw={620}>
      <LocalizedInput label={t('field.name')} required maxLength={limits.nameCharacters} {...localized('dataset.name')} />
      <LocalizedInput
        label={t('field.description')}
        description={t('field.descriptionHint')}
        multiline
        {...localized('dataset.description')}
      />
      <GroupSelect
        label={t('field.group')}
        description={t('field.groupHint')}
        required
        value={values.group_id || null}
        chosenName={groupName}
        error={errors['dataset.group_id']}
        onChange={(group) => group && onChange('group_id', group.id)}
      />
      <Radio.Group
        label={t('field.access')}
        value={values.access}
        error={errors['dataset.access']}
        onChange={(access) => onChange('access', access === 'members' ? 'members' : 'workflow')}
      >
        <Stack gap="sm" mt={8}>
          {(['workflow', 'members'] as const).map((access) => (
            <Radio key={access} value={access} label={t(`access.${access}`)} description={t(`access.${access}Hint`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  )
}
