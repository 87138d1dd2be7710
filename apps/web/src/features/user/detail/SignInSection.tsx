import type { User } from '@heddle/contracts/user/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { useListText } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ResetPasswordDialog } from '../password/ResetPasswordDialog.tsx'
import { useResetFactor } from '../use-reset-factor.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { useReason } from './reasons.ts'

/** The sign-in data of a user: email, account, external sign-ins, password. */
export function SignInSection({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const listText = useListText()
  const resetFactor = useResetFactor()
  const providerName = useProviderName()
  const reason = useReason(user)
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const isExternal = user.providers.length > 0
  const close = () => setDialog(null)

  return (
    <Section title={t('detail.signIn')}>
      <Facts>
        <Fact
          name={t('field.email')}
          hint={isExternal && t('detail.externalEmail')}
          action={
            <ReasonedButton variant="subtle" size="compact-sm" reason={reason('change_email')} onClick={() => setDialog('email')}>
              {t('detail.changeEmail')}
            </ReasonedButton>
          }
        >
          {user.email || '–'}
        </Fact>
        <Fact name={t('field.account')}>{user.account ?? '–'}</Fact>
        {isExternal && <Fact name={t('detail.external')}>{listText(user.providers.map(providerName))}</Fact>}
        {!isExternal && (
          <Fact
            name={t('detail.password')}
            action={
              <ReasonedButton variant="subtle" size="compact-sm" reason={reason('reset_password')} onClick={() => setDialog('password')}>
                {t('reset.open')}
              </ReasonedButton>
            }
          >
            {t(user.must_change_password ? 'detail.mustChange' : 'detail.passwordSet')}
          </Fact>
        )}
        <Fact
          name={t('factor.field')}
          action={
            user.has_second_factor && (
              <ReasonedButton
                variant="subtle"
                size="compact-sm"
                reason={reason('reset_second_factor')}
                onClick={() => void resetFactor(user)}
              >
                {t('factor.open')}
              </ReasonedButton>
            )
          }
        >
          {t(user.has_second_factor ? 'factor.set' : 'factor.notSet')}
        </Fact>
        <Fact name={t('field.lastLogin')}>{user.last_login_at ? formatDateTime(parseTime(user.last_login_at)) : t('never')}</Fact>
        <Fact name={t('field.created')}>{formatDateTime(parseTime(user.created_at))}</Fact>
      </Facts>
      {dialog === 'email' && <EmailDialog user={user} onClose={close} />}
      {dialog === 'password' && <ResetPasswordDialog user={user} onClose={close} />}
    </Section>
  )
}
