import { listDoubts } from '@heddle/contracts/document/doubt'
import type { SourceState } from '@heddle/contracts/collection/collection'
import type { Source } from '@heddle/contracts/collection/source'
import { Badge, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isWorkbook } from '#entities/document/text/text-kind.ts'
import { isRunning, isSitemap } from '#entities/collection/source-counts.ts'
import { listUncoveredFindings } from '#entities/collection/uncovered-findings.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'

const colors: Readonly<Record<SourceState, string>> = {
  queued: 'gray',
  parsing: 'blue',
  chunking: 'blue',
  embedding: 'blue',
  indexed: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

/** The state of a source: its progress while it is on its way, why it failed, and what it lacks. */
export function SourceStateCell({ source }: { source: Source }) {
  const { t } = useTranslation('knowledge')
  const { t: tError } = useTranslation('errors')
  const { t: tReading } = useTranslation('reading')
  const { tag } = useLanguage()
  const { state, failure, media_type: mediaType, warnings, is_searchable: isSearchable, sync_failures: syncFailures } = source
  const pages = source.progress.pages.total
  return (
    <div>
      <Badge variant="dot" color={colors[state]} tt="none" fw={500} style={{ maxWidth: 'none', minWidth: 'max-content' }}>
        {t(`sourceState.${state}`)}
      </Badge>
      {isRunning(state) && <SourceProgress source={source} />}
      {(state === 'failed' || isRunning(state)) && failure && (
        <Text size="xs" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} mt={4}>
          {formatErrorMessage(tError, new ApiError(0, failure.code, failure.message, failure.params))}
        </Text>
      )}
      {isRunning(state) && failure && <Note>{t('note.retried')}</Note>}
      {state !== 'indexed' && isSearchable && <Note>{t('note.earlierSearched')}</Note>}
      {isSitemap(source) && <Note>{t('note.sitemap', { count: pages, amount: pages.toLocaleString(tag) })}</Note>}
      {state === 'indexed' && warnings.length > 0 && (
        <Note>{t(isWorkbook(mediaType) ? 'note.sheetsWithoutText' : 'note.pagesWithoutText', { count: warnings.length })}</Note>
      )}
      {state === 'indexed' && listDoubts(listUncoveredFindings(source)).length > 0 && <Note>{tReading('mark')}</Note>}
      {syncFailures >= 3 && <Note>{t('note.syncFailures', { count: syncFailures })}</Note>}
    </div>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {children}
    </Text>
  )
}

/** Pages are read first, then passages embedded; a total is 0 until it is known. */
function SourceProgress({ source: { title, state, media_type: mediaType, progress } }: { source: Source }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const stage = state === 'embedding' ? 'chunks' : 'pages'
  const unit = stage === 'pages' && isWorkbook(mediaType) ? 'sheets' : stage
  const { done, total } = progress[stage]
  if (total === 0) return null
  const text = t(`progress.${unit}`, { count: total, done: done.toLocaleString(tag), total: total.toLocaleString(tag) })
  return (
    <>
      <Progress.Root size="sm" mt={6}>
        <Progress.Section value={(done / total) * 100} aria-label={t('progress.of', { title })} aria-valuetext={text} />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={2}>
        {text}
      </Text>
    </>
  )
}
