import type { ChatFile, FilePage, UploadResult } from '@heddle/contracts/chat/chat-file'
import { ReadingFindings } from '@heddle/contracts/document/reading'
import { printableName } from '../../../platform/files/file-name.ts'
import { toErrorBody } from '../../../platform/http/failure.ts'
import type { FilePageRow } from './file.repository.ts'
import type { ChatFileRow } from './file.sql.ts'
import type { UploadOutcome } from './intake.ts'

export const presentChatFile = (file: ChatFileRow): ChatFile => ({
  id: file.id,
  name: file.name,
  media_type: file.mediaType,
  size: file.sizeBytes,
  page_count: file.pageCount,
  findings: ReadingFindings.parse(file.findings),
})

export const presentFileUpload = (outcome: UploadOutcome): UploadResult =>
  outcome.state === 'ready'
    ? { state: 'ready', ...presentChatFile(outcome.file) }
    : { state: 'refused', name: printableName(outcome.name), size: outcome.size, error: toErrorBody(outcome.error).detail }

export const presentFilePage = ({ number, label, text }: FilePageRow): FilePage => ({ number, label, text })
