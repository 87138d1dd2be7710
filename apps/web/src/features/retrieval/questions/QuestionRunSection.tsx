import type { Collection } from '@heddle/contracts/collection/collection'
import { defaultSearchSettings, type SearchFilters, type SearchSettings } from '@heddle/contracts/retrieval/search'
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { FilterFields } from '../FilterFields.tsx'
import { SettingsSides } from '../SettingsSides.tsx'
import { RunResults } from './RunResults.tsx'
import { RunSummary } from './RunSummary.tsx'
import { type QuestionRun, useQuestionRun } from './use-question-run.ts'

/** Asks all test questions with one setting, or with two side by side. */
export function QuestionRunSection({ collection }: { collection: Collection }) {
  const { t } = useTranslation('retrieval')
  const [filters, setFilters] = useState<SearchFilters>({})
  const [settings, setSettings] = useState<readonly SearchSettings[]>([defaultSearchSettings])
  const { run, start, cancel } = useQuestionRun(collection.id)
  const isRunning = run?.state === 'running'

  return (
    <>
      <Section title={t('run.title')} hint={t('run.hint')}>
        <FilterFields collectionId={collection.id} filters={filters} onChange={setFilters} />
        <SettingsSides collection={collection} settings={settings} onChange={setSettings} />
        <Group mt="md" gap="xs">
          <Button loading={isRunning} leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={() => void start(filters, settings)}>
            {t('run.start')}
          </Button>
          {isRunning && (
            <Button variant="default" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={cancel}>
              {t('run.cancel')}
            </Button>
          )}
        </Group>
        {run && <RunState run={run} />}
      </Section>
      {run?.done && <RunSummary settings={run.settings} done={run.done} />}
      {run && run.results.length > 0 && <RunResults collectionId={collection.id} run={run} />}
    </>
  )
}

function RunState({ run: { state, total, withoutSource, results, error } }: { run: QuestionRun }) {
  const { t } = useTranslation('retrieval')
  const { tag } = useLanguage()
  const amounts = { count: total, done: results.length.toLocaleString(tag), total: total.toLocaleString(tag) }
  return (
    <>
      {state === 'running' && (
        <>
          <Text size="sm" mt="md" mb={4}>
            {t('run.progress', amounts)}
          </Text>
          <Progress value={total === 0 ? 0 : (100 * results.length) / total} aria-label={t('run.title')} />
        </>
      )}
      {state === 'cancelled' && (
        <Text size="sm" mt="md" role="status">
          {t('run.cancelled', amounts)}
        </Text>
      )}
      {state === 'failed' && <ErrorAlert error={error} />}
      {state === 'done' && total === 0 && (
        <Text size="sm" mt="md" role="status">
          {t('run.empty')}
        </Text>
      )}
      {withoutSource > 0 && (
        <Alert color="orange" variant="light" mt="md">
          {t('run.withoutSource', { count: withoutSource })}
        </Alert>
      )}
    </>
  )
}
