import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '#shared/hooks/use-copy.ts'
import classes from './AuthenticatorSetup.module.css'
import { CodeInput } from './CodeInput.tsx'
import { QrCode } from './QrCode.tsx'

type AuthenticatorSetupProps = {
  /** In Base32. */
  secret: string
  uri: string
  isConfirming: boolean
  /** Why the code was not taken. */
  error: ReactNode
  onConfirm: (code: string) => void
  onCancel?: () => void
}

/** Returns the secret in groups of four, as it is typed from the screen. */
const groupSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Hands the secret to an authenticator app, as a QR code, as a link for the same device and as letters, and asks for its first code. */
export function AuthenticatorSetup({ secret, uri, isConfirming, error, onConfirm, onCancel }: AuthenticatorSetupProps) {
  const { t } = useTranslation('factor')
  const { t: tCommon } = useTranslation()
  const { isCopied, copy } = useCopy(() => secret)
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    // In React's tree the form of a dialog is inside the form of the page.
    event.stopPropagation()
    setIncomplete(code.length < 6)
    if (code.length === 6) onConfirm(code)
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('authenticator.scan')}</Text>
        <div className={classes.secret}>
          <QrCode text={uri} label={t('authenticator.qr')} />
          <Stack gap={6} className={classes.words}>
            <Text size="sm">{t('authenticator.type')}</Text>
            <code className={classes.key} translate="no">
              {groupSecret(secret)}
            </code>
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
                onClick={copy}
              >
                {isCopied ? tCommon('copied') : t('authenticator.copy')}
              </Button>
              <Anchor href={uri} size="sm">
                {t('authenticator.open')}
              </Anchor>
            </Group>
          </Stack>
        </div>
        <CodeInput
          label={t('authenticator.code')}
          description={t('authenticator.codeHint')}
          value={code}
          error={isIncomplete ? t('code.incomplete') : error}
          data-autofocus
          onChange={(next) => {
            setCode(next)
            setIncomplete(false)
          }}
        />
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" disabled={isConfirming} onClick={onCancel}>
              {tCommon('cancel')}
            </Button>
          )}
          <Button type="submit" loading={isConfirming}>
            {t('authenticator.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
