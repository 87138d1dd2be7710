import type { Source } from '@heddle/contracts/collection/source'
import { Alert, Badge, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isWorkbook } from '#entities/document/text/text-kind.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { formatFilePath } from '#entities/collection/file-path.ts'
import { useSourceWords } from '#entities/collection/use-source-words.ts'
import { usePageProblem } from './use-page-problem.ts'

/** Warnings that are named; the rest is counted. */
const maxNamed = 20

/** The properties of a source, and what is wrong with its pages. */
export function SourceSummary({ source }: { source: Source }) {
  const { t } = useTranslation('passage')
  const { t: tKnowledge } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const { formatLanguage, formatRecurrence } = useSourceWords()
  const describeProblem = usePageProblem(source.media_type)
  const hasSheets = isWorkbook(source.media_type)
  const { language, page_count: pages, chunk_count: chunks, valid_from: from, valid_until: until, tags, enabled, warnings } = source
  const mayBeScanned = !hasSheets && warnings.some(({ verdict }) => verdict === 'scanned' || verdict === 'empty')
  const facts = [
    tKnowledge('counts.chunks', { count: chunks, amount: chunks.toLocaleString(tag) }),
    ...(pages > 1 ? [t(hasSheets ? 'sheets' : 'pages', { count: pages, amount: pages.toLocaleString(tag) })] : []),
    ...(language ? [formatLanguage(language)] : []),
    ...(from ? [t('validFrom', { day: from })] : []),
    ...(until ? [t('validUntil', { day: until })] : []),
    ...(source.replaced_by ? [t('replacedBy', { title: source.replaced_by.title })] : []),
    ...(source.folder ? [formatFilePath(source)] : []),
    ...(source.url ? [source.url, formatRecurrence(source.recurrence)] : []),
    ...(source.checked_at ? [t('checkedAt', { time: formatDateTime(parseTime(source.checked_at)) })] : []),
    ...(source.due_at ? [t('dueAt', { time: formatDateTime(parseTime(source.due_at)) })] : []),
  ]
  return (
    <>
      <Group gap="xs" mb="md">
        {!enabled && (
          <Badge variant="light" color="orange" tt="none">
            {t('disabledSource')}
          </Badge>
        )}
        <Text component="span" size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {tags.map((each) => (
          <Badge key={each} variant="outline" color="gray" tt="none" fw={500}>
            {each}
          </Badge>
        ))}
      </Group>
      {warnings.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          icon={<IconAlertTriangle />}
          title={t(hasSheets ? 'warnings.sheetsTitle' : 'warnings.title', { count: warnings.length, total: pages })}
          mb="md"
        >
          {warnings.slice(0, maxNamed).map(describeProblem).join(' · ')}
          {warnings.length > maxNamed && ' …'}
          {mayBeScanned && <Text size="sm">{t('warnings.recognize')}</Text>}
        </Alert>
      )}
    </>
  )
}
