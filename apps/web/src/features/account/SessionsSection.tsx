import { Button, Center, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { mySessions } from './me.queries.ts'
import { SessionRow } from './SessionRow.tsx'
import classes from './AccountList.module.css'

/** The user's sessions, each with a button that ends it. */
export function SessionsSection() {
  const { t } = useTranslation('settings')
  const { t: tCommon } = useTranslation()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(mySessions())
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? []
  return (
    <Section title={t('sessions.title')} hint={t('sessions.hint')}>
      {isPending && (
        <Stack gap={10} role="status" aria-label={tCommon('loading')}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={52} />
          ))}
        </Stack>
      )}
      {sessions.length > 0 && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <ErrorAlert error={error} onRetry={() => void (sessions.length > 0 ? fetchNextPage() : refetch())} />
      {hasNextPage && !error && (
        <Center mt="md">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {tCommon('loadMore')}
          </Button>
        </Center>
      )}
    </Section>
  )
}
