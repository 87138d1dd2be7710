import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantQueries, type AssistantFilter } from '#entities/assistant/assistants.queries.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import { AssistantOption } from './AssistantOption.tsx'
import classes from './Start.module.css'

/** The number of experts from which a search field is shown. */
const minSearchable = 7

/** The experts to choose from, favorites first. */
export function AssistantPicker({ onChoose }: { onChoose: (assistant: Assistant) => void }) {
  const { t } = useTranslation('chat')
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 250)
  const favorites = useAssistants({ scope: 'favorites', keyword })
  const others = useAssistants({ scope: 'others', keyword })
  const count = favorites.list.length + others.list.length
  const isEmpty = favorites.query.isSuccess && others.query.isSuccess && count === 0
  const failed = favorites.query.error ? favorites.query : others.query

  return (
    <section className={classes.root}>
      <h1 className={classes.heading} data-tour="experts">
        {t('start.heading')}
      </h1>
      <p className={classes.lead}>{t('start.hint')}</p>
      {(count >= minSearchable || typed !== '') && (
        <TextInput
          className={classes.search}
          type="search"
          leftSection={<IconSearch size={16} />}
          aria-label={t('start.search')}
          placeholder={t('start.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ErrorAlert failure="loadAssistants" error={failed.error} onRetry={() => void failed.refetch()} />
      {(favorites.query.isPending || others.query.isPending) && !failed.error && <PageLoader />}
      {isEmpty &&
        (keyword === '' ? (
          <EmptyState icon={<IconUsersGroup size={32} />} title={t('start.empty')} hint={t('start.emptyHint')} />
        ) : (
          <EmptyState title={t('start.noMatch', { keyword })} />
        ))}
      <Group title={favorites.list.length > 0 ? t('start.favorites') : null} assistants={favorites.list} onChoose={onChoose} />
      <Group title={favorites.list.length > 0 ? t('start.others') : null} assistants={others.list} onChoose={onChoose} />
      {others.query.hasNextPage && (
        <Button variant="subtle" mt="md" loading={others.query.isFetchingNextPage} onClick={() => void others.query.fetchNextPage()}>
          {t('start.more')}
        </Button>
      )}
    </section>
  )
}

type GroupProps = { title: string | null; assistants: readonly Assistant[]; onChoose: (assistant: Assistant) => void }

function Group({ title, assistants, onChoose }: GroupProps) {
  if (assistants.length === 0) return null
  return (
    <>
      {title && <h2 className={classes.group}>{title}</h2>}
      <ul className={classes.grid}>
        {assistants.map((assistant) => (
          <li key={assistant.id}>
            <AssistantOption assistant={assistant} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  )
}

function useAssistants({ scope, keyword }: AssistantFilter) {
  const query = useInfiniteQuery({
    ...assistantQueries.list({ scope, keyword }),
    placeholderData: (before) => before,
  })
  return { query, list: query.data?.pages.flatMap((page) => page.assistants) ?? [] }
}
