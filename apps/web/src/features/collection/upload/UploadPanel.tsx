import type { SourceUploadResult } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { Name } from '#shared/ui/Name.tsx'
import type { Upload } from './upload-queue.ts'
import classes from './UploadPanel.module.css'
import type { UploadState } from './use-uploads.ts'

/** Failed and rejected files that are listed; of more there is the number. */
const maxListed = 20

/** What programs leave beside documents in a zip is left out without being missed. */
const isSkipped = ({ error }: SourceUploadResult) => error?.code === 'FILE_ENTRIES_SKIPPED'

const isDuplicate = ({ error }: SourceUploadResult) => error?.code === 'SOURCE_DUPLICATE'

/** The files on their way into the collection, those that failed, and those that were not accepted. */
export function UploadPanel({ files }: { files: UploadState }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const { uploads, addedSources, endedFiles, rejected, isActive } = files
  if (uploads.length + rejected.length + addedSources === 0) return null

  const running = uploads.filter(({ state }) => state === 'uploading')
  const failed = uploads.filter(({ state }) => state === 'failed')
  const done = endedFiles + failed.length
  const total = endedFiles + uploads.length
  const sent = running.reduce((sum, upload) => sum + upload.sent, done)
  const isRetryable = failed.some(({ error }) => error !== null)
  const counts = { done: done.toLocaleString(tag), total: total.toLocaleString(tag), count: total }
  return (
    <Section
      title={t('upload.title')}
      hint={
        <span role="status">
          {isActive ? t('upload.running', counts) : t('upload.done', { count: addedSources, amount: addedSources.toLocaleString(tag) })}
        </span>
      }
      aside={
        <Group gap="xs">
          {isRetryable && (
            <Button
              size="xs"
              variant="light"
              onClick={() => files.retry(failed.flatMap(({ key, error }) => (error === null ? [] : [key])))}
            >
              {t('upload.retryAll')}
            </Button>
          )}
          {isActive ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => files.remove(uploads.flatMap(({ key, state }) => (state === 'failed' ? [] : [key])))}
            >
              {t('upload.cancelAll')}
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={files.dismiss}>
              {t('upload.dismiss')}
            </Button>
          )}
        </Group>
      }
    >
      {isActive && (
        <Progress.Root size="sm" mb="sm">
          <Progress.Section value={(sent / total) * 100} aria-label={t('upload.title')} />
        </Progress.Root>
      )}
      <ul className={classes.list}>
        {running.map((upload) => (
          <RunningUpload key={upload.key} upload={upload} onCancel={() => files.remove([upload.key])} />
        ))}
        {failed.slice(0, maxListed).map((upload) => (
          <FailedUpload
            key={upload.key}
            upload={upload}
            onRetry={(options) => files.retry([upload.key], options)}
            onRemove={() => files.remove([upload.key])}
          />
        ))}
        {rejected.slice(0, maxListed).map(({ name, reason }, index) => (
          <li key={index} className={classes.upload} data-bad>
            <div className={classes.words}>
              <Name>{name}</Name>
              <span className={classes.problem}>
                {t(`upload.reason.${reason}`, {
                  megabytes: limits.sourceFileBytes / 1024 / 1024,
                  amount: limits.sourcesPerCollection.toLocaleString(tag),
                })}
              </span>
            </div>
          </li>
        ))}
        <MoreItems count={Math.max(0, failed.length - maxListed) + Math.max(0, rejected.length - maxListed)} />
      </ul>
    </Section>
  )
}

function MoreItems({ count }: { count: number }) {
  const { t } = useTranslation('knowledge')
  return count === 0 ? null : (
    <Text component="li" size="sm" c="dimmed">
      {t('upload.more', { count })}
    </Text>
  )
}

function RunningUpload({ upload: { file, sent }, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { t } = useTranslation('knowledge')
  const formatSize = useFileSize()
  return (
    <li className={classes.upload}>
      <div className={classes.words}>
        <Name>{file.name}</Name>
        <span className={classes.note}>{sent < 1 ? formatSize(file.size) : t('upload.checking')}</span>
      </div>
      <Progress.Root size="sm" className={classes.progress}>
        <Progress.Section value={sent * 100} animated={sent === 1} aria-label={t('upload.progressOf', { name: file.name })} />
      </Progress.Root>
      <CloseButton size="sm" aria-label={t('upload.cancelOf', { name: file.name })} onClick={onCancel} />
    </li>
  )
}

type FailedUploadProps = { upload: Upload; onRetry: (options?: { allowDuplicates: boolean }) => void; onRemove: () => void }

function FailedUpload({ upload: { file, error, refused }, onRetry, onRemove }: FailedUploadProps) {
  const { t } = useTranslation('knowledge')
  const { t: tCommon } = useTranslation()
  const { t: tError } = useTranslation('errors')
  const formatRefusal = ({ error: detail }: SourceUploadResult) =>
    formatErrorMessage(tError, detail && new ApiError(0, detail.code, detail.message, detail.params))
  // The entries of a zip have names of their own.
  const isZip = file.name.toLowerCase().endsWith('.zip')
  const skipped = refused.filter(isSkipped)
  const problems = refused.filter((result) => !isSkipped(result))
  const isBad = error !== null || problems.length > 0
  return (
    <li className={classes.upload} data-bad={isBad || undefined}>
      <div className={classes.words}>
        <Name>{file.name}</Name>
        {isBad && (
          <div className={classes.problem} role="alert">
            {error !== null && formatErrorMessage(tError, error)}
            {problems.slice(0, maxListed).map((result, index) => (
              <div key={index}>
                {isZip && result.name !== file.name
                  ? tCommon('labeled', { label: result.name, value: formatRefusal(result) })
                  : formatRefusal(result)}
              </div>
            ))}
            <MoreEntries count={problems.length - maxListed} />
          </div>
        )}
        {skipped.map((result, index) => (
          <div key={index} className={classes.note} role="status">
            {formatRefusal(result)}
          </div>
        ))}
      </div>
      {error !== null && (
        <Button size="compact-xs" variant="light" onClick={() => onRetry()}>
          {tCommon('retry')}
        </Button>
      )}
      {!isZip && refused.some(isDuplicate) && (
        <Button size="compact-xs" variant="light" onClick={() => onRetry({ allowDuplicates: true })}>
          {t('upload.addAnyway')}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('upload.removeOf', { name: file.name })} onClick={onRemove} />
    </li>
  )
}

function MoreEntries({ count }: { count: number }) {
  const { t } = useTranslation('knowledge')
  return count > 0 ? <div>{t('upload.more', { count })}</div> : null
}
