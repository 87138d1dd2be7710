import { Button, Title } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { activeChats, archivedChats } from '#entities/chat/chat-lists.ts'
import { AllChats } from '#features/history/AllChats.tsx'
import { SearchResults } from '#features/history/SearchResults.tsx'
import { paths } from '#shared/paths.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { SearchField } from '#shared/table/SearchField.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import classes from './HistoryPage.module.css'

/** Searches chats by the keywords in the address; shows the recent or the archived chats without any. */
export function HistoryPage() {
  const { t } = useTranslation('history')
  usePageTitle(t('page.title'))
  const [searchParams, setSearchParams] = useSearchParams()
  const typed = searchParams.get('q') ?? ''
  const archived = searchParams.get('archived')
  const isArchived = archived === 'yes' ? true : archived === 'no' ? false : undefined
  const keywords = [...new Set(typed.split(/\s+/u).filter((keyword) => keyword !== ''))]

  const change = (name: 'q' | 'archived', value: string | null) =>
    setSearchParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )

  return (
    <PageFrame
      title={t('page.title')}
      hint={t('page.hint')}
      aside={
        <Button component={Link} to={paths.manageChats()} variant="default" leftSection={<IconListCheck size={18} aria-hidden />}>
          {t('page.manage')}
        </Button>
      }
    >
      <div className={classes.search}>
        <SearchField label={t('search.label')} value={typed} onChange={(q) => change('q', q)} size="md" autoFocus />
        <FilterSelect
          label={t('search.archive')}
          value={archived}
          size="md"
          w={190}
          data={[
            { value: 'no', label: t('search.notArchived') },
            { value: 'yes', label: t('search.archived') },
          ]}
          onChange={(value) => change('archived', value)}
        />
      </div>
      {keywords.length > 0 ? (
        <SearchResults keywords={keywords} isArchived={isArchived} />
      ) : (
        <>
          <Title order={2} fz="md">
            {t(isArchived ? 'search.archived' : 'search.recent')}
          </Title>
          {isArchived ? (
            <AllChats listed={archivedChats} empty={{ title: t('search.noneArchived'), hint: t('search.noneArchivedHint') }} />
          ) : (
            <AllChats
              listed={activeChats}
              empty={{
                title: t('empty'),
                hint: t('emptyHint'),
                action: (
                  <Button component={Link} to={paths.newChat()} mt="sm">
                    {t('page.start')}
                  </Button>
                ),
              }}
            />
          )}
        </>
      )}
    </PageFrame>
  )
}
