import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../hooks/use-copy.ts'

/** The id by which the service's log is searched for a failed request, to copy for the administrator. */
export function RequestId({ id }: { id: string }) {
  const { t } = useTranslation()
  const { isCopied, copy } = useCopy(() => id)
  return (
    <Text size="xs" component="div">
      {t('labeled', { label: t('requestId.label'), value: '' })}
      <code translate="no">{id}</code>
      <Button variant="subtle" color="gray" size="compact-xs" ms="xs" onClick={copy}>
        {isCopied ? t('copied') : t('requestId.copy')}
      </Button>
    </Text>
  )
}
