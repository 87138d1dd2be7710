import { Button, Group, Skeleton } from '@mantine/core'
import { IconCopy, IconTrash, IconUser } from '@tabler/icons-react'
import type { AssistantDetail } from '@heddle/contracts/assistant/assistant'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { EditAssistantForm } from '#features/assistant/editor/EditAssistantForm.tsx'
import { useConfirmDeletion } from '#features/assistant/use-confirm-deletion.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { renderTrial } from './render-trial.tsx'

export function EditAssistantPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const { data: assistant, error, refetch } = useQuery({ ...assistantQueries.detail(id), meta: { silent: true } })
  usePageTitle(assistant ? localized(assistant.name) : t('title'))

  const back = { to: paths.assistants(), label: t('title') }
  const icon = <IconUser size={36} stroke={1.4} />
  if (error && !assistant && isUnknownEntity(error)) {
    return (
      <PageFrame title={t('notFound.title')} back={back}>
        <EmptyState icon={icon} title={t('notFound.title')} hint={t('notFound.hint')} />
      </PageFrame>
    )
  }
  if (!assistant) {
    return (
      <PageFrame title={t('title')} back={back}>
        {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} radius="lg" />}
      </PageFrame>
    )
  }
  if (!assistant.configuration) {
    return (
      <PageFrame title={localized(assistant.name)} back={back}>
        <EmptyState icon={icon} title={t('notEditable.title')} hint={t('notEditable.hint', { group: localized(assistant.group.name) })} />
      </PageFrame>
    )
  }
  return (
    // Keyed, so that the form of one expert never keeps the input of another.
    <PageFrame key={assistant.id} title={localized(assistant.name)} isWide back={back} aside={<Actions assistant={assistant} />}>
      <LeaveGuard />
      <EditAssistantForm assistant={assistant} workflow={assistant.configuration.workflow} renderTrial={renderTrial} />
    </PageFrame>
  )
}

function Actions({ assistant }: { assistant: AssistantDetail }) {
  const { t } = useTranslation('assistant')
  const navigate = useNavigate()
  const confirmDeletion = useConfirmDeletion(assistant)

  async function handleDelete() {
    if (await confirmDeletion()) await navigate(paths.assistants({ scope: 'managed' }))
  }

  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={paths.createAssistant({ copyOf: assistant.id })}
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
      >
        {t('menu.duplicate')}
      </Button>
      {assistant.abilities.delete && (
        <Button color="red" variant="light" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void handleDelete()}>
          {t('menu.delete')}
        </Button>
      )}
    </Group>
  )
}
