import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { InstructionsSection } from '#features/account/InstructionsSection.tsx'
import { PasswordSection } from '#features/account/PasswordSection.tsx'
import { ProfileSection } from '#features/account/ProfileSection.tsx'
import { ReadySection } from '#features/account/ReadySection.tsx'
import { SecondFactorSection } from '#features/account/second-factor/SecondFactorSection.tsx'
import { SessionsSection } from '#features/account/SessionsSection.tsx'
import { TakeoutSection } from '#features/takeout/TakeoutSection.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** The user's own profile, personal instructions, sign-in, sessions and data. */
export function MePage() {
  const { t } = useTranslation('settings')
  usePageTitle(t('me.title'))
  return (
    <PageFrame title={t('me.title')} hint={t('me.hint')}>
      <ProfileSection />
      <InstructionsSection />
      <ReadySection />
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
      <TakeoutSection />
    </PageFrame>
  )
}
