import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { AssistantGridSkeleton } from '#features/assistant/AssistantGrid.tsx'
import { AssistantSection } from '#features/assistant/AssistantSection.tsx'
import { FavoriteSection } from '#features/assistant/FavoriteSection.tsx'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function AssistantsPage() {
  const { t } = useTranslation('assistant')
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 300)
  const [search, setSearch] = useSearchParams()
  const isManaged = search.get('scope') === 'managed'
  const placeholderData = <Page,>(previous: Page) => previous
  const list = useInfiniteQuery({ ...assistantQueries.list({ scope: isManaged ? 'managed' : 'others' }), placeholderData })
  const favorites = useInfiniteQuery(assistantQueries.list({ scope: 'favorites' }))
  // What is above the lists depends on them too: coming one after the other, they would push each other down under the reader's finger.
  // A list that has failed is pending again while it is retried, and stays.
  const isLoading = [list, favorites].some(({ isPending, isFetched }) => isPending && !isFetched)
  const mayCreate = list.data?.pages[0]?.abilities.create ?? false
  usePageTitle(t('title'))

  const noMatch = <Text c="dimmed">{t('empty.search', { keyword })}</Text>
  return (
    <PageFrame
      title={t('title')}
      hint={t('hint')}
      aside={
        !isLoading &&
        mayCreate && (
          <Button component={Link} to={paths.createAssistant()} leftSection={<IconPlus size={18} aria-hidden />}>
            {t('create')}
          </Button>
        )
      }
    >
      {isLoading ? (
        <AssistantGridSkeleton />
      ) : (
        <>
          <Group gap="sm" mb="xl">
            <TextInput
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={18} aria-hidden />}
              value={typed}
              maxLength={200}
              w={{ base: '100%', xs: 280 }}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {(mayCreate || isManaged) && (
              <SegmentedControl
                aria-label={t('scope.label')}
                data={[
                  { value: 'all', label: t('scope.all') },
                  { value: 'managed', label: t('scope.managed') },
                ]}
                value={isManaged ? 'managed' : 'all'}
                onChange={(scope) => setSearch(scope === 'managed' ? { scope } : {}, { replace: true })}
              />
            )}
          </Group>
          {isManaged ? (
            <AssistantSection
              title={t('scope.managed')}
              scope="managed"
              keyword={keyword}
              empty={keyword ? noMatch : <EmptyState title={t('empty.managed')} hint={t('empty.managedHint')} />}
            />
          ) : (
            <Stack gap={40}>
              <FavoriteSection
                keyword={keyword}
                empty={keyword ? noMatch : <EmptyState title={t('empty.favorites')} hint={t('empty.favoritesHint')} />}
              />
              <AssistantSection
                title={t('others')}
                scope="others"
                keyword={keyword}
                besides={{ scope: 'favorites', keyword }}
                empty={keyword ? noMatch : <EmptyState title={t('empty.others')} />}
              />
            </Stack>
          )}
        </>
      )}
    </PageFrame>
  )
}
