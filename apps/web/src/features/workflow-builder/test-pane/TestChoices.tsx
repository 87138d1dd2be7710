import { languages, languageNames } from '@heddle/contracts/languages'
import { Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { versionsQuery } from '../builder.queries.ts'
import classes from './TestPanel.module.css'
import type { TestPanelProps } from './test-settings.ts'

/** The values of the options that are no version and no model. */
const draftOption = 'draft'
const noneOption = ''

const toOption = (version: number | null): string => (version === null ? draftOption : String(version))
const fromOption = (option: string): number | null => (option === draftOption ? null : Number(option))

type TestChoicesProps = Omit<TestPanelProps, 'files' | 'onOpen'> & {
  /** The models that the workflow may use. */
  models: readonly { readonly id: string; readonly name: string }[]
}

/** What the next question is asked with. */
export function TestChoices({ workflow, models, settings, onChange }: TestChoicesProps) {
  const { t } = useTranslation('testing')
  const { language: interfaceLanguage } = useLanguage()
  const { formatVersion } = useRunFormats()
  const versions = useInfiniteQuery(versionsQuery(workflow.id, workflow.published_version?.number ?? null))
  const numbers = versions.data?.pages.flatMap((page) => page.versions.map(({ number }) => number)) ?? []
  const options = [null, ...numbers].map((each) => ({ value: toOption(each), label: formatVersion(each) }))
  const { version, compared, modelId, language } = settings
  return (
    <div className={classes.choices}>
      <Select
        size="xs"
        label={t('choice.version')}
        data={options}
        value={toOption(version)}
        allowDeselect={false}
        onChange={(value) => onChange({ ...settings, version: fromOption(value ?? draftOption) })}
      />
      <Select
        size="xs"
        label={t('choice.compared')}
        data={[{ value: noneOption, label: t('choice.comparedNone') }, ...options.filter(({ value }) => value !== toOption(version))]}
        value={compared === undefined || compared === version ? noneOption : toOption(compared)}
        allowDeselect={false}
        onChange={(value) => onChange({ ...settings, compared: value ? fromOption(value) : undefined })}
      />
      <Select
        size="xs"
        label={t('choice.model')}
        data={[{ value: noneOption, label: t('choice.modelDefault') }, ...models.map(({ id, name }) => ({ value: id, label: name }))]}
        value={models.some(({ id }) => id === modelId) ? modelId : noneOption}
        allowDeselect={false}
        onChange={(value) => onChange({ ...settings, modelId: value || null })}
      />
      <Select
        size="xs"
        label={t('choice.language')}
        data={languages.map((each) => ({ value: each, label: languageNames[each] }))}
        value={language ?? interfaceLanguage}
        allowDeselect={false}
        onChange={(value) => onChange({ ...settings, language: value })}
      />
    </div>
  )
}
