import type { User } from '@heddle/contracts/user/user'
import { Anchor, Badge, Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { userQueries } from '../users.queries.ts'

/** The groups of a user that the reader may see. */
export function UserGroups({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const { t: common } = useTranslation()
  const { t: group } = useTranslation('group')
  const localized = useLocalized()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(userQueries.groups(user.id))
  const groups = data?.pages.flatMap((page) => page.groups) ?? []

  return (
    <Section title={t('field.groups')}>
      {isPending && <Skeleton height={20} width="40%" />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data && groups.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('detail.noGroups')}
        </Text>
      )}
      <Stack component="ul" gap={10} m={0} p={0} style={{ listStyle: 'none' }}>
        {groups.map(({ id, name, membership }) => (
          <Group key={id} component="li" justify="space-between" gap="xs" wrap="nowrap">
            <Anchor component={Link} to={paths.group(id)} size="sm">
              {localized(name)}
            </Anchor>
            {membership && (
              <Badge variant="light" color={membership === 'O' ? 'brand' : 'gray'} tt="none" fw={550} style={{ flexShrink: 0 }}>
                {group(`role.${membership}`)}
              </Badge>
            )}
          </Group>
        ))}
      </Stack>
      {hasNextPage && (
        <Center mt="md">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {common('loadMore')}
          </Button>
        </Center>
      )}
    </Section>
  )
}
