import { Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { Assets } from '#features/group/Assets.tsx'
import { DeleteGroup } from '#features/group/DeleteGroup.tsx'
import { GroupDetails } from '#features/group/GroupDetails.tsx'
import { oneGroupQueries } from '#features/group/groups.queries.ts'
import { Members } from '#features/group/Members.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function GroupPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation('group')
  const localized = useLocalized()
  const { data: group, error, refetch } = useQuery(oneGroupQueries.profile(id))
  usePageTitle(group ? localized(group.name) : t('title'))

  const back = { to: paths.groups(), label: t('title') }
  if (error && !group && isUnknownEntity(error)) {
    return (
      <PageFrame title={t('notFound.title')} back={back}>
        <EmptyState icon={<IconUsersGroup size={36} stroke={1.4} />} title={t('notFound.title')} hint={t('notFound.hint')} />
      </PageFrame>
    )
  }
  if (!group) {
    return (
      <PageFrame title={t('title')} back={back}>
        {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} radius="lg" />}
      </PageFrame>
    )
  }

  return (
    // Keyed, so that the form of one group never keeps the input of another.
    <PageFrame key={group.id} title={localized(group.name)} back={back}>
      <GroupDetails group={group} />
      <Members group={group} />
      <Assets group={group} />
      {group.abilities.delete && <DeleteGroup group={group} />}
    </PageFrame>
  )
}
