import { limits } from '@heddle/contracts/limits'
import { publishWorkflow } from '@heddle/contracts/workflow/workflow'
import { Alert, List, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { usePublishWorkflow } from './builder.queries.ts'
import { useBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

type PublishDialogProps = {
  workflowId: string
  /** Saves the draft that the user sees; returns its revision, null when it could not be saved. */
  save: () => Promise<number | null>
  onClose: () => void
}

/** Publishes the draft as the next version. Mount a new one for each opening. */
export function PublishDialog({ workflowId, save, onClose }: PublishDialogProps) {
  const { t } = useTranslation('builder')
  const publish = usePublishWorkflow(workflowId)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const form = useContractForm({
    schema: publishWorkflow.schema.body.pick({ note: true }),
    initialValues: { note: '' },
    onSubmit: async ({ note }) => {
      const revision = await save()
      setIsUnsaved(revision === null)
      if (revision === null) return
      const { version } = await publish.mutateAsync({ revision, note })
      notify({ kind: 'success', message: t('publish.done', { number: version.number }) })
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('publish.title')} submitLabel={t('publish.action')} onClose={onClose}>
      <Warnings />
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
