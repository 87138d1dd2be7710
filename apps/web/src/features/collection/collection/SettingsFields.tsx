import type { CollectionAccess } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import type { LocalizedText } from '@heddle/contracts/wire'
import { Radio, Stack, Switch } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { ModelNameSelect } from '#entities/model/ModelNameSelect.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'

export type SettingsValues = {
  name: LocalizedText
  description: LocalizedText
  copyright: LocalizedText
  group_id: string
  access: CollectionAccess
  allows_preview: boolean
  ocr: boolean
  rerank_model: string | null
}

type SettingsFieldsProps = {
  values: SettingsValues
  /** By `collection.` and the field. */
  errors: FormErrors
  localized: (path: string) => { value: LocalizedText; onChange: (text: LocalizedText) => void; errors: FormErrors }
  groupName?: string
  onChange: <Field extends keyof SettingsValues>(field: Field, value: SettingsValues[Field]) => void
}

/** What a collection is called, and who may find and open what is in it. */
export function SettingsFields({ values, errors, localized, groupName, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation('knowledge')
  return (
    <Stack gap="lg" maw={620}>
      <LocalizedInput label={t('field.name')} required maxLength={limits.nameCharacters} {...localized('collection.name')} />
      <LocalizedInput
        label={t('field.description')}
        description={t('field.descriptionHint')}
        multiline
        {...localized('collection.description')}
      />
      <GroupSelect
        label={t('field.group')}
        description={t('field.groupHint')}
        required
        value={values.group_id || null}
        chosenName={groupName}
        error={errors['collection.group_id']}
        onChange={(group) => group && onChange('group_id', group.id)}
      />
      <Radio.Group
        label={t('field.access')}
        value={values.access}
        error={errors['collection.access']}
        onChange={(access) => onChange('access', access === 'members' ? 'members' : 'workflow')}
      >
        <Stack gap="sm" mt={8}>
          {(['workflow', 'members'] as const).map((access) => (
            <Radio key={access} value={access} label={t(`access.${access}`)} description={t(`access.${access}Hint`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={t('field.allows_preview')}
        description={t('field.allows_previewHint')}
        checked={values.allows_preview}
        onChange={(event) => onChange('allows_preview', event.currentTarget.checked)}
      />
      <Switch
        label={t('field.ocr')}
        description={t('field.ocrHint')}
        checked={values.ocr}
        onChange={(event) => onChange('ocr', event.currentTarget.checked)}
      />
      <LocalizedInput
        label={t('field.copyright')}
        description={t('field.copyrightHint')}
        multiline
        {...localized('collection.copyright')}
      />
      <ModelNameSelect
        kind="rerank"
        label={t('field.rerank_model')}
        description={t('field.rerank_modelHint')}
        noneLabel={t('model.noRerank')}
        value={values.rerank_model}
        error={errors['collection.rerank_model']}
        onChange={(name) => onChange('rerank_model', name)}
      />
    </Stack>
  )
}
