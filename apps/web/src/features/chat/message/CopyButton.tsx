import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'
import { ActionButton } from './ActionButton.tsx'

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

  return (
    <ActionButton label={isCopied ? t('message.copied') : label} onClick={handleCopy}>
      {isCopied ? <IconCheck size={16} color="var(--mantine-color-teal-6)" /> : <IconCopy size={16} />}
    </ActionButton>
  )
}
