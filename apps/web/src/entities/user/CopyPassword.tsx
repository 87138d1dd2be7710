import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'

export function CopyPassword({ password }: { password: string }) {
  const { t } = useTranslation('user')
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === password

  async function handleCopy() {
    try {
      await copyText(password)
      setCopied(password)
      notify({ message: t('password.copied'), timeout: 1_500, kind: 'success' })
    } catch {
      notify({ message: t('password.copyFailed'), kind: 'error' })
    }
  }

  return (
    <Tooltip label={t('password.copy')}>
      <ActionIcon aria-label={t('password.copy')} onClick={() => void handleCopy()}>
        {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
