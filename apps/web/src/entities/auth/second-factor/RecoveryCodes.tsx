import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconKey, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#entities/system/config.queries.ts'
import { saveFile } from '#shared/files/save-file.ts'
import { useCopy } from '#shared/hooks/use-copy.ts'
import classes from './RecoveryCodes.module.css'

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void }

/** Shows recovery codes, which the service tells only this once, to copy, to save or to print. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('factor')
  const { t: tCommon } = useTranslation()
  const { product_name: product } = useConfig()
  const { isCopied, copy } = useCopy(() => codes.join('\n'))
  const title = t('recovery.fileTitle', { product })

  return (
    <Stack gap="md">
      <Alert variant="light" color="brand" icon={<IconKey aria-hidden />}>
        {t('recovery.once')}
      </Alert>
      <div className={classes.printed} data-recovery-codes>
        <Text size="sm" mb="xs">
          {title}
        </Text>
        <ul className={classes.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? tCommon('copied') : t('recovery.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(`${title}.txt`, 'text/plain;charset=utf-8', `${title}\n\n${codes.join('\n')}\n`)}
        >
          {t('recovery.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('recovery.print')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onKept}>{t('recovery.kept')}</Button>
      </Group>
    </Stack>
  )
}
