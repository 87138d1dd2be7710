import type { Collection } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import type { SearchSettings } from '@heddle/contracts/retrieval/search'
import { Fieldset, NumberInput, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './retrieval-test.module.css'

type SettingsFieldsProps = {
  legend: string
  collection: Collection
  settings: SearchSettings
  onChange: (settings: SearchSettings) => void
}

/** Returns a change of a number; what is no number changes nothing. */
const changeTo = (apply: (value: number) => void) => (value: string | number) => {
  if (typeof value === 'number') apply(value)
}

export function SettingsFields({ legend, collection, settings, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation('retrieval')
  const { rerank_model: rerankModel, index } = collection
  const set = (change: Partial<SearchSettings>) => onChange({ ...settings, ...change })
  return (
    <Fieldset legend={legend} mt="md" className={classes.settings}>
      <NumberInput
        label={t('field.top_k')}
        min={1}
        max={limits.searchResults}
        clampBehavior="strict"
        value={settings.top_k}
        onChange={changeTo((top_k) => set({ top_k }))}
      />
      <NumberInput
        label={t('field.lexical_weight')}
        min={0}
        max={1}
        step={0.1}
        clampBehavior="strict"
        value={settings.lexical_weight}
        onChange={changeTo((lexical_weight) => set({ lexical_weight }))}
      />
      {index.embedding_model !== null && (
        <NumberInput
          label={t('field.vector_weight')}
          min={0}
          max={1}
          step={0.1}
          clampBehavior="strict"
          value={settings.vector_weight}
          onChange={changeTo((vector_weight) => set({ vector_weight }))}
        />
      )}
      {rerankModel !== null && (
        <>
          <Switch label={t('field.rerank')} checked={settings.rerank} onChange={(event) => set({ rerank: event.currentTarget.checked })} />
          {settings.rerank && (
            <NumberInput
              label={t('field.min_rerank_score')}
              placeholder={t('field.none')}
              min={0}
              max={1}
              step={0.05}
              clampBehavior="strict"
              value={settings.min_rerank_score ?? ''}
              onChange={(value) => set({ min_rerank_score: typeof value === 'number' ? value : null })}
            />
          )}
        </>
      )}
    </Fieldset>
  )
}
