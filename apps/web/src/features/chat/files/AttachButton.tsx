import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { memo, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#shared/config/config.queries.ts'
import { acceptedFiles } from './accept.ts'
import type { Attachments } from './use-attachments.ts'

/** Opens the choice of files: to upload some, or, when there is no more room, to put others in their place. */
export const AttachButton = memo(function AttachButton({ files }: { files: Attachments }) {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const { blockedReason, isFull } = files
  const label = t(isFull ? 'files.replace' : 'files.upload')
  const hint = blockedReason ?? t('files.formats', { count: limits.files_per_upload, megabytes: limits.max_file_mb })
  return (
    <>
      <Tooltip label={`${label}: ${hint}`} multiline maw={320}>
        <ActionIcon
          size={34}
          aria-label={label}
          aria-describedby={hintId}
          aria-disabled={blockedReason !== null}
          data-disabled={blockedReason !== null || undefined}
          onClick={() => blockedReason === null && input.current?.click()}
        >
          <IconPaperclip size={18} />
        </ActionIcon>
      </Tooltip>
      <span id={hintId} hidden>
        {hint}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles.join(',')}
        onChange={(event) => {
          files.add([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
})
