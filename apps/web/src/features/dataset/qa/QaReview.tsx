import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Anchor, List, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { qaReviewQuery } from './qa-test.queries.ts'

/** Near-equal questions with different answers, and answers past their date. */
export function QaReview({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { data, error } = useQuery(qaReviewQuery(dataset.id))
  return (
    <Section title={t('qa.review.title')} hint={t('qa.review.hint')}>
      <ErrorAlert error={error} />
      {!data && !error && <Loader size="sm" />}
      {data && (
        <Stack gap="md">
          {data.near_equal.length + data.expired.length === 0 && <Text size="sm">{t('qa.review.none')}</Text>}
          {data.near_equal.length > 0 && (
            <div>
              <Title order={3} size="h5" mb={4}>
                {t('qa.review.nearEqual')}
              </Title>
              <List size="sm" spacing={4}>
                {data.near_equal.map(({ rows: [one, other] }) => (
                  <List.Item key={`${one.row_id} ${other.row_id}`}>
                    <RowLink datasetId={dataset.id} rowNo={one.row_no} text={one.question} />
                    {' ↔ '}
                    <RowLink datasetId={dataset.id} rowNo={other.row_no} text={other.question} />
                  </List.Item>
                ))}
              </List>
            </div>
          )}
          {data.expired.length > 0 && (
            <div>
              <Title order={3} size="h5" mb={4}>
                {t('qa.review.expired')}
              </Title>
              <List size="sm" spacing={4}>
                {data.expired.map(({ row_id: id, row_no: rowNo, question, valid_until: date }) => (
                  <List.Item key={id}>
                    <RowLink datasetId={dataset.id} rowNo={rowNo} text={t('qa.review.expiredOn', { question, date })} />
                  </List.Item>
                ))}
              </List>
            </div>
          )}
          {data.is_cut && (
            <Text size="sm" c="dimmed">
              {t('qa.review.cut')}
            </Text>
          )}
        </Stack>
      )}
    </Section>
  )
}

function RowLink({ datasetId, rowNo, text }: { datasetId: string; rowNo: number; text: string }) {
  return (
    <Anchor component={Link} to={paths.dataset(datasetId, { row: rowNo })} size="sm">
      {text}
    </Anchor>
  )
}
