import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useBrand } from '#entities/brand/use-brand.ts'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useConfig } from '#entities/system/config.queries.ts'
import { preferenceQuery } from '#entities/preference/preference.queries.ts'
import { AssistantShowcase } from '#features/assistant/AssistantShowcase.tsx'
import { usePermission } from '#entities/auth/session.queries.ts'
import { FirstQuestion } from '#features/chat/start/FirstQuestion.tsx'
import { RecentChats } from '#features/history/RecentChats.tsx'
import { SetUpNext, useSetUp } from '#features/set-up/SetUpNext.tsx'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { paths } from '#shared/paths.ts'
import classes from './HomePage.module.css'

const AdminHome = lazyExtra(async () => (await import('./AdminHome.tsx')).AdminHome)

export function HomePage() {
  const { t } = useTranslation('home')
  const { product_name: product, licensed_by: company } = useBrand()
  const { version } = useConfig()
  const mayAdminister = usePermission('administer')
  const setUp = useSetUp()
  const suggestion = useSuggestion()
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.welcome}>
        <Title order={1} className={classes.title}>
          {t('welcome', { product })}
        </Title>
        <Text size="lg" c="dimmed" mt={8} maw={560}>
          {t('hint')}
        </Text>
        <Button component={Link} to={paths.newChat()} size="md" mt="lg" leftSection={<IconMessagePlus size={20} aria-hidden />}>
          {t('newChat')}
        </Button>
      </header>
      {/* Until it is known what comes first, the rest would be pushed about. */}
      <div className={classes.content} style={{ visibility: isFirstCall(setUp) || suggestion.isLoading ? 'hidden' : undefined }}>
        <SetUpNext />
        {suggestion.assistant && <FirstQuestion assistant={suggestion.assistant} label={t('firstQuestion')} />}
        {mayAdminister && (
          <Suspense fallback={<Skeleton height={330} radius="lg" />}>
            <AdminHome />
          </Suspense>
        )}
        <AssistantShowcase
          count={3}
          title={t('assistants.heading')}
          more={
            <Anchor component={Link} to={paths.assistants()} size="sm">
              {t('assistants.all')}
            </Anchor>
          }
          empty={{ title: t('assistants.empty'), hint: t('assistants.emptyHint') }}
        />
        <RecentChats
          count={5}
          title={t('recent.heading')}
          more={
            <Anchor component={Link} to={paths.chatSearch()} size="sm">
              {t('recent.all')}
            </Anchor>
          }
        />
      </div>
      <footer className={classes.footer}>
        {company && <span>{t('licensedBy', { company })}</span>}
        {version && <span>{t('version', { version })}</span>}
      </footer>
    </div>
  )
}

/** The expert that the tenant suggests, else the first favorite; none without either. */
function useSuggestion() {
  const preference = useQuery(preferenceQuery)
  const id = preference.data?.default_assistant_id ?? preference.data?.favorites.assistant_ids[0] ?? null
  const suggested = useQuery({ ...assistantQueries.detail(id ?? ''), enabled: id !== null, meta: { silent: true } })
  return { assistant: suggested.data, isLoading: isFirstCall(preference) || isFirstCall(suggested) }
}

/** What fails is called again for seconds, which the page does not wait for. */
const isFirstCall = ({ isLoading, failureCount }: UseQueryResult) => isLoading && failureCount === 0
