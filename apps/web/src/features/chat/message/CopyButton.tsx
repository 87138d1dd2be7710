import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '#shared/hooks/use-copy.ts'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const { isCopied, copy } = useCopy(() => text)
  return (
    <ActionButton label={isCopied ? t('copied') : label} onClick={copy}>
      {isCopied ? <IconCheck size={16} color="var(--mantine-color-teal-6)" /> : <IconCopy size={16} />}
    </ActionButton>
  )
}
