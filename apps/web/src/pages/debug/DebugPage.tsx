import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { DebugNav } from '#features/debug/DebugNav.tsx'
import { NotFoundPage } from '#pages/not-found/NotFoundPage.tsx'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

type DebugPageProps<Data> = {
  title: string
  hint: string
  back?: { to: string; label: string }
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & { readonly refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** A debug view; where the configuration turns them off, the service does not know it, and there is no such page. */
export function DebugPage<Data>(props: DebugPageProps<Data>) {
  return isUnknownEntity(props.query.error) ? <NotFoundPage /> : <OpenDebugPage {...props} />
}

function OpenDebugPage<Data>({ title, hint, back, query: { data, error, isFetching, refetch }, children }: DebugPageProps<Data>) {
  const { t } = useTranslation('debug')
  usePageTitle(title)
  return (
    <PageFrame
      isWide
      title={title}
      hint={hint}
      back={back}
      aside={
        <Button variant="default" leftSection={<IconRefresh size={16} />} disabled={isFetching} onClick={() => void refetch()}>
          {t('refresh')}
        </Button>
      }
    >
      <DebugNav />
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {data !== undefined ? children(data) : error === null && <Skeleton height={320} radius="lg" />}
    </PageFrame>
  )
}
