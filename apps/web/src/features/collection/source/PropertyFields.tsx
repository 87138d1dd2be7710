import { type SourceLanguage, SourceLanguage as SourceLanguages } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { Group, Input, Select, TagsInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { DayInput } from '#shared/forms/DayInput.tsx'
import { useSourceWords } from '#entities/collection/use-source-words.ts'

export type PropertyValues = {
  tags: string[]
  language: SourceLanguage | null
  valid_from: string | null
  valid_until: string | null
}

type PropertyFieldsProps = {
  values: PropertyValues
  /** By `source.` and the field. */
  errors: FormErrors
  knownTags: readonly string[]
  onChange: <Field extends keyof PropertyValues>(field: Field, value: PropertyValues[Field]) => void
}

/** The value of the choice that leaves the language to detection. */
const detected = ''

/** What is said of a source of any kind. */
export function PropertyFields({ values, errors, knownTags, onChange }: PropertyFieldsProps) {
  const { t } = useTranslation('knowledge')
  const { languages } = useSourceWords()
  return (
    <>
      <TagsInput
        label={t('field.tags')}
        description={t('field.tagsHint')}
        data={[...knownTags]}
        maxTags={limits.tagsPerSource}
        maxLength={limits.tagCharacters}
        value={values.tags}
        error={errors['source.tags']}
        onChange={(tags) => onChange('tags', tags)}
      />
      <Select
        label={t('field.language')}
        description={t('field.languageHint')}
        allowDeselect={false}
        data={[{ value: detected, label: t('language.detect') }, ...languages]}
        value={values.language ?? detected}
        error={errors['source.language']}
        onChange={(language) => onChange('language', SourceLanguages.safeParse(language).data ?? null)}
      />
      <Input.Wrapper
        label={t('field.validity')}
        description={t('field.validityHint')}
        error={errors['source.valid_from'] ?? errors['source.valid_until']}
        labelElement="div"
      >
        <Group gap="sm" mt={6}>
          <DayInput
            label={t('field.valid_from')}
            value={values.valid_from ?? undefined}
            error={Boolean(errors['source.valid_from'])}
            onChange={(day) => onChange('valid_from', day)}
          />
          <DayInput
            label={t('field.valid_until')}
            value={values.valid_until ?? undefined}
            error={Boolean(errors['source.valid_until'])}
            onChange={(day) => onChange('valid_until', day)}
          />
        </Group>
      </Input.Wrapper>
    </>
  )
}
