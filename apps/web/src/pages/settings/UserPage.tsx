import { Alert, Anchor, Badge, Group, Skeleton, Stack } from '@mantine/core'
import { IconInfoCircle, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useMe, usePermission } from '#entities/auth/session.queries.ts'
import { RoleBadge, StatusBadge } from '#features/user/badges.tsx'
import { AccessSection } from '#features/user/detail/AccessSection.tsx'
import { DeleteSection } from '#features/user/detail/DeleteSection.tsx'
import { LimitsSection } from '#features/user/detail/LimitsSection.tsx'
import { ProfileForm } from '#features/user/detail/ProfileForm.tsx'
import { SignInSection } from '#features/user/detail/SignInSection.tsx'
import { UserGroups } from '#features/user/detail/UserGroups.tsx'
import { useUserName } from '#features/user/user-name.ts'
import { userQueries } from '#features/user/users.queries.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

export function UserPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation('user')
  const me = useMe()
  const isAdmin = usePermission('manage_users')
  const formatUserName = useUserName()
  const { data: user, error, refetch } = useQuery(userQueries.profile(id))
  usePageTitle(user ? formatUserName(user) : t('title'))

  const readsList = isAdmin || me.parents.some(({ role }) => role === 'O')
  const back = readsList ? { to: paths.users(), label: t('title') } : undefined
  if (error && !user && isUnknownEntity(error)) {
    return (
      <PageFrame title={t('detail.notFound')} back={back}>
        <EmptyState icon={<IconUserOff size={36} stroke={1.4} />} title={t('detail.notFound')} hint={t('detail.notFoundHint')} />
      </PageFrame>
    )
  }
  if (!user) {
    return (
      <PageFrame title={t('title')} back={back}>
        {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} radius="lg" />}
      </PageFrame>
    )
  }

  return (
    <PageFrame title={formatUserName(user)} back={back}>
      {isAdmin && (
        <Group gap="xs" mt={-16} mb="lg">
          <RoleBadge role={user.role} />
          <StatusBadge status={user.status} />
          {user.providers.length > 0 && (
            <Badge variant="light" color="gray" tt="none" fw={550}>
              {t('detail.external')}
            </Badge>
          )}
        </Group>
      )}
      {user.id === me.id && (
        <Alert variant="light" color="gray" icon={<IconInfoCircle />} mb="lg">
          <Trans t={t} i18nKey="detail.own" components={{ a: <Anchor component={Link} to={paths.me()} inherit /> }} />
        </Alert>
      )}
      {isAdmin ? (
        // Keyed, so that the form of one user never keeps the input of another.
        <Stack gap={0} key={user.id}>
          <ProfileForm user={user} />
          <SignInSection user={user} />
          <AccessSection user={user} />
          <UserGroups user={user} />
          <LimitsSection userId={user.id} />
          <DeleteSection user={user} />
        </Stack>
      ) : (
        <>
          <Section title={t('detail.profile')}>
            <Facts>
              <Fact name={t('field.name')}>{formatUserName(user)}</Fact>
              <Fact name={t('field.email')}>{user.email || '–'}</Fact>
            </Facts>
          </Section>
          <UserGroups user={user} />
        </>
      )}
    </PageFrame>
  )
}
