import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'

type CopyButtonProps = { text: string; label: string }

export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('chat')
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])

  function handleCopy() {
    copyText(text).then(
      () => setIsCopied(true),
      () => notify({ kind: 'error', message: t('message.copyFailed') }),
    )
  }

  const name = isCopied ? t('message.copied') : label
  return (
    <Tooltip label={name}>
      <ActionIcon size="md" aria-label={name} color={isCopied ? 'teal' : 'gray'} onClick={handleCopy}>
        {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}
