import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { Tabs } from '@mantine/core'
import { IconPrompt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Location, useParams, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { promptQueries } from '#entities/prompt/prompts.queries.ts'
import { useScopeWords } from '#entities/prompt/use-scope-words.ts'
import { EditPromptForm } from '#features/prompt/edit/EditPromptForm.tsx'
import { PromptActions } from '#features/prompt/PromptActions.tsx'
import { PromptText } from '#features/prompt/PromptText.tsx'
import { SuggestionNotice } from '#features/prompt/SuggestionNotice.tsx'
import { PromptVersions } from '#features/prompt/versions/PromptVersions.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'
import { CreatePromptPage } from './CreatePromptPage.tsx'

/** A prompt, or a new one: one row in the list of pages, which every first load has. */
export function PromptPage() {
  const { id = '' } = useParams()
  return paths.prompt(id) === paths.createPrompt() ? <CreatePromptPage /> : <OnePromptPage id={id} />
}

function OnePromptPage({ id }: { id: string }) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const formatScope = useScopeWords()
  const query = useQuery(promptQueries.detail(id))
  const { data: prompt } = query
  const title = prompt ? localized(prompt.name) : t('one')
  usePageTitle(title)
  return (
    <PageFrame
      title={title}
      back={{ to: paths.prompts(), label: t('title') }}
      {...(prompt && { hint: formatScope(prompt), aside: <PromptActions prompt={prompt} /> })}
    >
      {prompt ? (
        <PromptContent key={prompt.id} prompt={prompt} />
      ) : (
        <MissingEntity query={query} height={320} icon={IconPrompt} unknown={{ title: t('unknown.title'), hint: t('unknown.hint') }} />
      )}
    </PageFrame>
  )
}

const readTab = ({ search }: Pick<Location, 'search'>) => (new URLSearchParams(search).get('tab') === 'versions' ? 'versions' : 'prompt')

/** The form goes with its tab, as a restored version is another one. */
const endsForm = (from: Location, to: Location) => from.pathname !== to.pathname || readTab(from) !== readTab(to)

function PromptContent({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompt')
  const [search, setSearch] = useSearchParams()
  const tab = readTab({ search: search.toString() })
  return (
    <>
      <LeaveGuard endsForm={endsForm} />
      {prompt.state === 'suggested' && <SuggestionNotice prompt={prompt} />}
      <Tabs value={tab} keepMounted={false} onChange={(next) => setSearch(next === 'versions' ? { tab: next } : {})}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="prompt">{t('one')}</Tabs.Tab>
          <Tabs.Tab value="versions">{t('version.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prompt">
          {prompt.abilities.write ? <EditPromptForm prompt={prompt} /> : <PromptText prompt={prompt} />}
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <PromptVersions prompt={prompt} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
