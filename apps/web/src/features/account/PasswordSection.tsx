import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { useDialog } from './use-dialog.ts'

export function PasswordSection() {
  const { t } = useTranslation('settings')
  const { providers } = useMe()
  const providerName = useProviderName()
  const dialog = useDialog()
  const [provider] = providers
  return (
    <Section
      title={t('password.title')}
      hint={provider === undefined ? t('password.hint') : t('external.password', { provider: providerName(provider) })}
      aside={
        provider === undefined && (
          <Button variant="default" size="sm" onClick={dialog.open}>
            {t('password.change')}
          </Button>
        )
      }
    >
      {dialog.isMounted && <PasswordDialog {...dialog.props} />}
    </Section>
  )
}
