import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { UserSelect } from '#entities/user/UserSelect.tsx'
import { CreateLimitDialog } from '#features/usage-limit/CreateLimitDialog.tsx'
import { LimitTable } from '#features/usage-limit/LimitTable.tsx'
import { paths } from '#shared/paths.ts'
import { CreateButton } from '#shared/ui/buttons/CreateButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

export function LimitsPage() {
  const { t } = useTranslation('limit')
  const navigate = useNavigate()
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={<CreateButton label={t('create')} renderDialog={(onClose) => <CreateLimitDialog onClose={onClose} />} />}
    >
      <Stack gap="xl">
        <LimitTable />
        <Section title={t('user.look')} hint={t('user.hint')}>
          <UserSelect
            label={t('field.person')}
            w={320}
            value={undefined}
            chosenName={undefined}
            onChange={(id) => id !== null && void navigate(paths.userLimits(id))}
          />
        </Section>
      </Stack>
    </PageFrame>
  )
}
