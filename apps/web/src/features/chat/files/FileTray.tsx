import { ActionIcon, Button, CloseButton, Progress } from '@mantine/core'
import { IconAlertCircle, IconFile, IconPhoto, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { FindingMark } from '#entities/document/finding/FindingMark.tsx'
import { useConfig } from '#entities/system/config.queries.ts'
import { formatErrorMessage, formatWithReason } from '#shared/notify/describe-error.ts'
import { type Attachment, FileRefusedError } from './attachments.ts'
import classes from './FileTray.module.css'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { Name } from '#shared/ui/Name.tsx'
import type { Attachments } from './use-attachments.ts'

/** The files of the next message above its text, with their progress and the result of the last selection. */
export function FileTray({ files }: { files: Attachments }) {
  const { t } = useTranslation('chat')
  const { attachments, ready, selection } = files
  return (
    <div className={classes.tray}>
      {(ready.length > 0 || attachments.length > 0) && (
        <ul className={classes.list} aria-label={t('files.list')}>
          {ready.map((file) => (
            <FileRow
              key={file.id}
              name={file.name}
              size={file.size}
              mediaType={file.media_type}
              onRemove={() => files.remove({ id: file.id })}
            >
              <span className={classes.state}>{t('files.ready')}</span>
              <FindingMark file={file} />
            </FileRow>
          ))}
          {attachments.map((attachment) => (
            <FileRow
              key={attachment.key}
              name={attachment.file.name}
              size={attachment.file.size}
              mediaType={attachment.file.type}
              isBad={attachment.state === 'failed' || attachment.state === 'refused'}
              onRemove={() => files.remove({ key: attachment.key })}
            >
              <AttachmentState attachment={attachment} onRetry={files.retry} />
            </FileRow>
          ))}
        </ul>
      )}
      {selection && <SelectionReport files={files} selection={selection} />}
    </div>
  )
}

type FileRowProps = { name: string; size: number; mediaType: string; isBad?: boolean; onRemove: () => void; children: ReactNode }

function FileRow({ name, size, mediaType, isBad = false, onRemove, children }: FileRowProps) {
  const { t } = useTranslation('chat')
  const formatSize = useFileSize()
  const Icon = isBad ? IconAlertCircle : mediaType.startsWith('image/') ? IconPhoto : IconFile
  return (
    <li className={classes.file} data-bad={isBad || undefined}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.about}>
        <Name className={classes.name} title={name}>
          {name}
        </Name>
        <div className={classes.line}>
          <span className={classes.size}>{formatSize(size)}</span>
          {children}
        </div>
      </div>
      <CloseButton size="sm" aria-label={t('files.remove', { name })} onClick={onRemove} />
    </li>
  )
}

function AttachmentState({ attachment, onRetry }: { attachment: Attachment; onRetry: () => void }) {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const { t: tError } = useTranslation('errors')
  const { state, sent, error, file } = attachment
  switch (state) {
    case 'waiting':
      return <span className={classes.state}>{t('files.waiting')}</span>
    case 'uploading': {
      const percent = Math.round(sent * 100)
      const label = sent < 1 ? t('files.uploading') : t('files.reading')
      return (
        <>
          <Progress.Root className={classes.progress} size="sm">
            <Progress.Section value={percent} animated={sent === 1} aria-label={tCommon('labeled', { label, value: file.name })} />
          </Progress.Root>
          <span className={classes.state}>{sent < 1 ? `${percent}%` : label}</span>
        </>
      )
    }
    case 'refused':
    case 'failed': {
      const reason = error instanceof FileRefusedError ? tError(`code.${error.code}`) : formatErrorMessage(tError, error)
      return (
        <>
          <span className={classes.problem} role="alert">
            {formatWithReason(tError, tError('code.CHAT_FILE_UPLOAD_FAILED'), reason)}
          </span>
          {state === 'failed' && (
            <ActionIcon size="sm" aria-label={t('files.retry')} onClick={onRetry}>
              <IconRefresh size={15} />
            </ActionIcon>
          )}
        </>
      )
    }
  }
}

type SelectionReportProps = { files: Attachments; selection: NonNullable<Attachments['selection']> }

function SelectionReport({ files, selection: { taken, rejected, repeated } }: SelectionReportProps) {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const explainRejection = (reason: (typeof rejected)[number]['reason']) =>
    t(`files.reason.${reason}`, { megabytes: limits.max_file_mb, count: limits.files_per_upload })
  return (
    <div className={classes.report} role="status">
      <div>
        {taken > 0 && <p>{t('files.taken', { count: taken })}</p>}
        {files.replaced > 0 && <p>{t('files.replaced', { count: files.replaced })}</p>}
        {repeated.map((name, index) => (
          <p key={index}>
            <Trans t={t} i18nKey="files.repeated" components={{ name: <Name>{name}</Name> }} />
          </p>
        ))}
        {rejected.length > 0 && (
          <div className={classes.rejected}>
            <p>{t('files.rejected')}</p>
            <ul>
              {rejected.map(({ name, reason }) => (
                <li key={`${name} ${reason}`}>
                  <Trans
                    t={t}
                    i18nKey="files.rejectedFile"
                    values={{ reason: explainRejection(reason) }}
                    components={{ name: <Name>{name}</Name> }}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className={classes.reportActions}>
        {files.replaced > 0 && (
          <Button size="compact-xs" variant="light" onClick={files.undoReplace}>
            {t('files.undoReplace')}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={files.dismissSelection}>
          {t('files.dismiss')}
        </Button>
      </div>
    </div>
  )
}
