import type { WorkflowState } from '@heddle/contracts/workflow/workflow'
import { ActionIcon, Badge, Title, Tooltip } from '@mantine/core'
import { IconSettings, IconSitemap } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { Builder } from '#features/workflow-builder/Builder.tsx'
import { builderQuery, updateShown } from '#features/workflow-builder/builder.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import classes from './BuilderPage.module.css'

// Loaded with the test, and with the first opening.
const TestFileParts = lazy(async () => ({ default: (await import('./TestFileParts.tsx')).TestFileParts }))
const WorkflowSettingsDialog = lazy(async () => ({
  default: (await import('#features/workflow/WorkflowSettingsDialog.tsx')).WorkflowSettingsDialog,
}))

const stateColors: Readonly<Record<WorkflowState, string>> = { draft: 'gray', published: 'brand', changed: 'gray' }

/** Edits the draft of a workflow. */
export function BuilderPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation('builder')
  const { t: tWorkflow } = useTranslation('workflow')
  const queryClient = useQueryClient()
  const [isConfiguring, setIsConfiguring] = useState(false)
  const localized = useLocalized()
  const { id: userId } = useMe()
  const { data, error, refetch } = useQuery(builderQuery(id, userId))
  const name = data ? localized(data.workflow.name) : t('page.title')
  usePageTitle(name)

  if (error && isUnknownEntity(error)) {
    return (
      <PageFrame title={t('page.notFound')}>
        <EmptyState icon={<IconSitemap size={36} stroke={1.4} />} title={t('page.notFound')} hint={t('page.notFoundHint')} />
      </PageFrame>
    )
  }
  if (!data) {
    return error ? (
      <PageFrame title={name}>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      </PageFrame>
    ) : (
      <PageLoader />
    )
  }

  const { workflow, copies } = data
  const state: WorkflowState = !workflow.published_version ? 'draft' : workflow.has_changes ? 'changed' : 'published'
  return (
    <>
      <Builder
        key={workflow.id}
        workflow={workflow}
        copies={copies}
        renderFiles={(props) => <TestFileParts {...props} />}
        title={
          <div className={classes.title}>
            <Title order={1} className={classes.name}>
              {name}
            </Title>
            <Badge variant="light" color={stateColors[state]} tt="none">
              {t(`state.${state}`)}
            </Badge>
            <Tooltip label={tWorkflow('settings.title')}>
              <ActionIcon aria-label={tWorkflow('settings.title')} onClick={() => setIsConfiguring(true)}>
                <IconSettings size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
        }
      />
      <OverlayBoundary isOpen={isConfiguring} opening={isConfiguring} onClose={() => setIsConfiguring(false)}>
        <Suspense>
          {isConfiguring && (
            <WorkflowSettingsDialog
              workflowId={workflow.id}
              onSaved={(saved) => updateShown(queryClient, id, saved)}
              onClose={() => setIsConfiguring(false)}
            />
          )}
        </Suspense>
      </OverlayBoundary>
    </>
  )
}
