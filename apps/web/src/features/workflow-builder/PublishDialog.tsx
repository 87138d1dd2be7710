import { limits } from '@heddle/contracts/limits'
import { publishWorkflow } from '@heddle/contracts/workflow/workflow'
import { Alert, List, Loader, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { usePublishWorkflow } from './builder.queries.ts'
import { gateQuery } from './gate/gate.queries.ts'
import { useBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

const PublishConditions = lazy(async () => ({ default: (await import('./gate/PublishConditions.tsx')).PublishConditions }))

type PublishDialogProps = {
  workflowId: string
  /** Saves the draft that the user sees; returns its revision, null when it could not be saved. */
  save: () => Promise<number | null>
  onClose: () => void
}

/** Publishes the draft as the next version, or has it checked by its conditions first. Mount a new one for each opening. */
export function PublishDialog({ workflowId, save, onClose }: PublishDialogProps) {
  const { t } = useTranslation('builder')
  const publish = usePublishWorkflow(workflowId)
  const { data: gate, error: gateError, refetch } = useQuery(gateQuery(workflowId))
  const [isUnsaved, setIsUnsaved] = useState(false)
  const isUnmet = gate !== undefined && gate.state !== null && gate.state !== 'passed'
  const form = useContractForm({
    schema: publishWorkflow.schema.body.pick({ note: true, override_reason: true }),
    initialValues: { note: '', override_reason: undefined as string | undefined },
    onSubmit: async ({ note, override_reason }) => {
      const revision = await save()
      setIsUnsaved(revision === null)
      if (revision === null) return
      const against = override_reason === undefined ? {} : { override_reason }
      const { version } = await publish.mutateAsync({ revision, note, ...against, ...(isUnmet && { run_gate: true }) })
      if (version) notify({ kind: 'success', message: t('publish.done', { number: version.number }) })
      else notify({ message: t('publish.checking') })
      onClose()
    },
  })
  const isChecked = isUnmet && gate.state !== 'failed' && form.values.override_reason === undefined

  // The conditions are those of what is saved.
  const saveFirst = useEffectEvent(() => void save())
  useEffect(() => {
    saveFirst()
  }, [])

  return (
    <FormDialog
      form={form}
      isOpen
      title={t('publish.title')}
      submitLabel={t(isChecked ? 'publish.check' : 'publish.action')}
      maxWidth={gate && gate.checks.length > 0 ? 640 : 520}
      onClose={onClose}
    >
      <Warnings />
      <ErrorAlert error={gateError} onRetry={() => void refetch()} />
      {gate && gate.state !== null && (
        <Suspense fallback={<Loader size="sm" />}>
          <PublishConditions
            gate={gate}
            reason={form.values.override_reason ?? null}
            error={form.errors['override_reason']}
            onReason={(reason) => form.setFieldValue('override_reason', reason ?? undefined)}
          />
        </Suspense>
      )}
      <Textarea
        label={t('publish.note')}
        description={t('publish.noteHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.workflowNoteCharacters}
        data-autofocus
        {...form.getInputProps('note')}
      />
      {isUnsaved && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('publish.unsaved')}
        </Text>
      )}
    </FormDialog>
  )
}

const maxShown = 8

/** What does not fit the workflow or the site, and keeps no one from publishing. */
function Warnings() {
  const { t } = useTranslation('builder')
  const { t: tCommon } = useTranslation()
  const { problems, draft } = useBuilder()
  const { formatTitle, formatPart, formatProblem } = useWords()
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  if (warnings.length === 0) return null
  const nodes = new Map(draft.graph.nodes.map((node) => [node.id, node]))
  const lines = warnings.map((warning) => {
    const node = nodes.get(warning.nodeId ?? '')
    if (!node) return formatProblem(warning)
    const label = [formatTitle(node), formatPart(node, warning)].filter((part) => part !== null).join(' · ')
    return tCommon('labeled', { label, value: formatProblem(warning) })
  })
  return (
    <Alert color="brand" variant="light" icon={<IconInfoCircle aria-hidden />} title={t('publish.warnings', { count: warnings.length })}>
      <Text size="sm">{t('publish.warningsHint')}</Text>
      <List size="sm" mt={4}>
        {[...new Set(lines)].slice(0, maxShown).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
