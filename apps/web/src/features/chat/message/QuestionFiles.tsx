import { isImageType } from '@heddle/contracts/chat/chat-file'
import type { MessageFile } from '@heddle/contracts/message/message'
import { CloseButton, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconFileText, IconInfoCircle, IconPhoto, IconTable } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FindingMark, useDoubtText } from '#entities/document/finding/FindingMark.tsx'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { Name } from '#shared/ui/Name.tsx'
import { useSourcePanel } from '../sources/source-panel.ts'
import classes from './QuestionFiles.module.css'

type QuestionFilesProps = {
  files: readonly MessageFile[]
  /** Removes a file from the question. */
  onRemove?: (file: MessageFile) => void
}

/** The files of a question; each opens beside the chat. */
export function QuestionFiles({ files, onRemove }: QuestionFilesProps) {
  const { t } = useTranslation('chat')
  if (files.length === 0) return null
  return (
    <ul className={classes.root} aria-label={t('message.files')}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <FileChip file={file} />
          {onRemove && <CloseButton size="sm" aria-label={t('action.removeFile', { name: file.name })} onClick={() => onRemove(file)} />}
        </li>
      ))}
    </ul>
  )
}

function FileChip({ file }: { file: MessageFile }) {
  const { t } = useTranslation('chat')
  const panel = useSourcePanel()
  const formatSize = useFileSize()
  const doubts = useDoubtText(file)
  const doubtsId = useId()
  const content = (
    <>
      <FileIcon mediaType={file.media_type} />
      <Name className={classes.name} title={file.name}>
        {file.name}
      </Name>{' '}
      <span className={classes.size}>{formatSize(file.size)}</span>
    </>
  )
  if (!panel?.canPreview)
    return (
      <span className={classes.chip}>
        {content}
        <FindingMark file={file} />
      </span>
    )
  const button = (
    <button
      type="button"
      className={classes.chip}
      aria-label={t('sources.openFile', { name: file.name, size: formatSize(file.size) })}
      aria-describedby={doubts === '' ? undefined : doubtsId}
      onClick={() => panel.openFile(file)}
    >
      {content}
      {doubts !== '' && <IconInfoCircle size={15} aria-hidden />}
    </button>
  )
  if (doubts === '') return button
  return (
    <>
      <Tooltip label={doubts} multiline maw={320} style={{ whiteSpace: 'pre-line' }} events={{ hover: true, focus: true, touch: true }}>
        {button}
      </Tooltip>
      <VisuallyHidden id={doubtsId}>{doubts}</VisuallyHidden>
    </>
  )
}

function FileIcon({ mediaType }: { mediaType: string }) {
  if (isImageType(mediaType)) return <IconPhoto size={18} aria-hidden />
  return /sheet|csv/.test(mediaType) ? <IconTable size={18} aria-hidden /> : <IconFileText size={18} aria-hidden />
}
