import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPaperclip, IconReplace } from '@tabler/icons-react'
import { memo, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#entities/system/config.queries.ts'
import { acceptedFiles } from '#entities/document/accept.ts'
import type { Attachments } from './use-attachments.ts'

type AttachButtonProps = {
  files: Attachments
  /** Called when no file can be added. */
  onRefused?: () => void
}

/** Opens the file dialog: to add files, or to replace them at the maximum. */
export const AttachButton = memo(function AttachButton({ files, onRefused }: AttachButtonProps) {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const { limits } = useConfig()
  const input = useRef<HTMLInputElement>(null)
  // The button's label when it was pressed, whatever arrives meanwhile.
  const isReplacing = useRef(false)
  const [wasPressed, setWasPressed] = useState(false)
  const hintId = useId()
  const { blockedReason, isFull } = files
  const label = t(isFull ? 'files.replace' : 'files.upload')
  const hint = blockedReason ?? t('files.formats', { count: limits.files_per_upload, megabytes: limits.max_file_mb })

  function handleOpen() {
    setWasPressed(true)
    if (blockedReason !== null) return onRefused?.()
    isReplacing.current = isFull
    input.current?.click()
  }

  return (
    <>
      {/* It has been read: after a tap it would stay above the files. */}
      <Tooltip label={tCommon('labeled', { label, value: hint })} disabled={wasPressed} multiline maw={320}>
        <ActionIcon
          size={34}
          data-tour="files"
          aria-label={label}
          aria-describedby={hintId}
          aria-disabled={blockedReason !== null}
          data-disabled={blockedReason !== null || undefined}
          onClick={handleOpen}
          onPointerEnter={() => setWasPressed(false)}
          // The file dialog takes the focus of the window, and gives it back.
          onBlur={() => document.hasFocus() && setWasPressed(false)}
        >
          {isFull ? <IconReplace size={18} /> : <IconPaperclip size={18} />}
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
          const take = isReplacing.current ? files.replace : files.add
          isReplacing.current = false
          take([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
})
