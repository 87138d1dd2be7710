import type { Collection } from '@heddle/contracts/collection/collection'
import { defaultSearchSettings, type SearchSettings } from '@heddle/contracts/retrieval/search'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './retrieval-test.module.css'
import { SettingsFields } from './SettingsFields.tsx'

/** The names of two compared settings. */
export const settingNames = ['A', 'B'] as const

type SettingsSidesProps = {
  collection: Collection
  settings: readonly SearchSettings[]
  onChange: (settings: readonly SearchSettings[]) => void
}

/** The fields of one setting, or of two that are compared. */
export function SettingsSides({ collection, settings, onChange }: SettingsSidesProps) {
  const { t } = useTranslation('retrieval')
  const isCompared = settings.length > 1

  function handleCompare(compares: boolean) {
    const [first = defaultSearchSettings] = settings
    onChange(compares ? [first, first] : [first])
  }

  return (
    <>
      <Switch mt="md" label={t('compare')} checked={isCompared} onChange={(event) => handleCompare(event.currentTarget.checked)} />
      <div className={classes.sides} data-two={isCompared || undefined}>
        {settings.map((own, index) => (
          <SettingsFields
            key={settingNames[index]}
            legend={isCompared ? t('setting', { name: settingNames[index] }) : t('settings')}
            collection={collection}
            settings={own}
            onChange={(next) => onChange(settings.with(index, next))}
          />
        ))}
      </div>
    </>
  )
}
