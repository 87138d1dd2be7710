import { IconPrompt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { promptQueries } from '#entities/prompt/prompts.queries.ts'
import { CreatePromptForm } from '#features/prompt/edit/CreatePromptForm.tsx'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { MissingEntity } from '#shared/ui/states/MissingEntity.tsx'

/** Creates a prompt, from the beginning or from another one. */
export function CreatePromptPage() {
  const { t } = useTranslation('prompt')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const copyOf = search.get('copy')
  const copied = useQuery({ ...promptQueries.detail(copyOf ?? ''), enabled: copyOf !== null })
  usePageTitle(t('create.title'))
  return (
    <PageFrame title={t('create.title')} hint={t('create.hint')} back={{ to: paths.prompts(), label: t('title') }}>
      <LeaveGuard />
      {copyOf === null || copied.data ? (
        <CreatePromptForm
          copied={copied.data}
          onCreated={({ id, state }) => {
            notify({ kind: 'success', message: t(state === 'suggested' ? 'suggest.done' : 'saved') })
            void navigate(paths.prompt(id), { replace: true })
          }}
        />
      ) : (
        <MissingEntity query={copied} height={320} icon={IconPrompt} unknown={{ title: t('unknown.title'), hint: t('unknown.hint') }} />
      )}
    </PageFrame>
  )
}
