import { Skeleton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { isUnknownEntity } from '../../api/errors.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'

type MissingEntityProps = {
  query: Pick<UseQueryResult, 'error' | 'isPending' | 'refetch'>
  /** Pixels of the content that is awaited. */
  height: number
  icon: Icon
  /** What is said of an entity that does not exist. */
  unknown: { readonly title: string; readonly hint: string }
}

/** What a page shows in place of its entity: that it is awaited, that it does not exist, or why it could not be read. */
export function MissingEntity({ query: { error, isPending, refetch }, height, icon: EntityIcon, unknown }: MissingEntityProps) {
  if (isPending) return <Skeleton height={height} radius="lg" />
  if (isUnknownEntity(error)) return <EmptyState icon={<EntityIcon size={36} stroke={1.4} />} {...unknown} />
  return <ErrorAlert error={error} onRetry={() => void refetch()} />
}
