import { Skeleton } from '@mantine/core'
import { IconSitemap, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { groupQueries } from '#entities/group/groups.queries.ts'
import { copyValues, emptyValues, toManagingGroup } from '#features/assistant/editor/assistant-values.ts'
import { CreateAssistantForm } from '#features/assistant/editor/CreateAssistantForm.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { renderTrial } from './render-trial.tsx'

export function CreateAssistantPage() {
  const { t } = useTranslation('assistant')
  const [search] = useSearchParams()
  usePageTitle(t('editor.createTitle'))
  return (
    <PageFrame title={t('editor.createTitle')} isWide back={{ to: paths.assistants(), label: t('title') }}>
      <LeaveGuard />
      {/* Keyed, so that a copy never begins with the input of another. */}
      <NewAssistant key={search.get('copy')} copyOf={search.get('copy')} />
    </PageFrame>
  )
}

function NewAssistant({ copyOf }: { copyOf: string | null }) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const workflows = useQuery(assistantQueries.workflows())
  // Two are enough to know whether there is a choice.
  const groups = useQuery(groupQueries.list({ page_size: 2 }))
  const original = useQuery({ ...assistantQueries.detail(copyOf ?? ''), enabled: copyOf !== null, meta: { silent: true } })
  const failed = [workflows, groups, original].find(({ error, data }) => error && !data)

  if (failed) return <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />
  if (!workflows.data || !groups.data || (copyOf !== null && !original.data)) return <Skeleton height={320} radius="lg" />
  const [onlyGroup, otherGroup] = groups.data.rows
  if (!onlyGroup) {
    return <EmptyState icon={<IconUsersGroup size={36} stroke={1.4} />} title={t('editor.noGroup')} hint={t('editor.noGroupHint')} />
  }
  const [onlyWorkflow, otherWorkflow] = workflows.data
  if (!onlyWorkflow) {
    return <EmptyState icon={<IconSitemap size={36} stroke={1.4} />} title={t('editor.noWorkflow')} hint={t('editor.noWorkflowHint')} />
  }
  if (original.data) {
    const name = t('editor.copyName', { name: localized(original.data.name) })
    return (
      <CreateAssistantForm
        initialValues={copyValues(original.data, name)}
        isCopy
        initialGroup={toManagingGroup(original.data)}
        workflows={workflows.data}
        renderTrial={renderTrial}
      />
    )
  }
  const { id, name, abilities } = onlyGroup
  const group = otherGroup ? null : { id, name, mayMakePublic: abilities.make_assistant_public }
  return (
    <CreateAssistantForm
      initialValues={{ ...emptyValues, group_id: group?.id, workflow_id: otherWorkflow ? undefined : onlyWorkflow.id }}
      initialGroup={group}
      workflows={workflows.data}
      renderTrial={renderTrial}
    />
  )
}
