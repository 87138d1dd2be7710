import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CopiedText } from '#shared/clipboard.ts'
import { useCopy } from '#shared/hooks/use-copy.ts'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'

type CopyButtonProps = { read: () => string | CopiedText; label: string }

export function CopyButton({ read, label }: CopyButtonProps) {
  const { t } = useTranslation()
  const { isCopied, copy } = useCopy(read)
  return (
    <ActionButton label={isCopied ? t('copied') : label} onClick={copy}>
      {isCopied ? <IconCheck size={16} color="var(--mantine-color-teal-6)" /> : <IconCopy size={16} />}
    </ActionButton>
  )
}
