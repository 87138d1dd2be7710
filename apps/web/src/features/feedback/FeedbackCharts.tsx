import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { CountBars } from './CountBars.tsx'
import { feedbackQueries } from './feedback.queries.ts'
import { useFeedbackFilters } from './use-feedback-filters.ts'

/** The counts of good and bad ratings by assistant, model and day. `isListFailed`: the table below already reports the error. */
export function FeedbackCharts({ isListFailed }: { isListFailed: boolean }) {
  const { t } = useTranslation('feedback')
  const localized = useLocalized()
  const { filters } = useFeedbackFilters()
  const { data, error, refetch } = useQuery(feedbackQueries.summary(filters))
  if (error && !data) return isListFailed ? null : <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data || data.by_day.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
      <CountBars
        title={t('chart.assistant')}
        lines={data.by_assistant.map(({ assistant, good, bad }) => ({
          key: assistant?.id ?? '',
          name: assistant ? localized(assistant.name) : t('noAssistant'),
          good,
          bad,
        }))}
      />
      <CountBars
        title={t('chart.model')}
        lines={data.by_model.map(({ model_name: name, good, bad }) => ({ key: name ?? '', name: name ?? t('noModel'), good, bad }))}
      />
      <CountBars
        title={t('chart.day')}
        lines={data.by_day.toReversed().map(({ day, good, bad }) => ({ key: day, name: day, good, bad }))}
      />
    </SimpleGrid>
  )
}
