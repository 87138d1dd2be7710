import { createEvalRun, type EvalRunAsked } from '@heddle/contracts/evaluation/eval-run'
import { limits } from '@heddle/contracts/limits'
import { Alert, NumberInput, Radio, Select, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { modelsQuery, tenantModelsQuery } from '#entities/model/models.queries.ts'
import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import { workflowChoiceQueries } from '#entities/workflow/workflow-choice.queries.ts'
import { WorkflowSelect } from '#entities/workflow/WorkflowSelect.tsx'
import { ApiError } from '#shared/api/errors.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { type ContractForm, useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useCreateEvalRun } from '../eval-results.queries.ts'
import { RunEstimate } from './RunEstimate.tsx'

type StartDialogProps = { datasetId: string; onClose: () => void }
type Form = ContractForm<EvalRunAsked>

/** As many repeats as tell a change from luck. */
const defaultRepeats = 3

/** What an evaluation asks, and what it takes. Mount a new one for each opening. */
export function StartDialog({ datasetId, onClose }: StartDialogProps) {
  const { t } = useTranslation('evaluation')
  const queryClient = useQueryClient()
  const create = useCreateEvalRun(datasetId)
  const initialValues: EvalRunAsked = { workflow_id: '', repeats: defaultRepeats }
  const form: Form = useContractForm({
    schema: createEvalRun.schema.body.shape.run,
    at: 'body/run',
    initialValues,
    fieldOfCode: {
      WORKFLOW_NOT_FOUND: 'workflow_id',
      WORKFLOW_GRAPH_INVALID: 'version',
      WORKFLOW_VERSION_NOT_FOUND: 'version',
      WORKFLOW_GATE_STALE: () => ({ field: 'version', message: t('start.draftChanged') }),
    },
    onSubmit: async (run) => {
      try {
        await create.mutateAsync(run)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'WORKFLOW_GATE_STALE') await takeDraft(run.workflow_id)
        throw error
      }
      notify({ kind: 'success', message: t('start.started') })
      onClose()
    },
  })

  /** Takes the draft as it is now, which is estimated again before it is started. */
  async function takeDraft(workflowId: string) {
    const { draft_hash: hash } = await queryClient.fetchQuery({ ...workflowChoiceQueries.detail(workflowId), staleTime: 0 })
    form.setFieldValue('draft_hash', hash)
  }

  return (
    <FormDialog form={form} isOpen title={t('start.open')} submitLabel={t('start.submit')} maxWidth={620} onClose={onClose}>
      <WorkflowFields form={form} />
      <ModelFields form={form} />
      <RepeatsField form={form} />
      <NumberInput
        label={t('start.rows')}
        description={t('start.rowsHint')}
        min={1}
        max={limits.evalRows}
        allowDecimal={false}
        value={form.values.rows ?? ''}
        error={form.errors['rows']}
        onChange={(rows) => form.setFieldValue('rows', typeof rows === 'number' ? rows : undefined)}
      />
      <RunEstimate datasetId={datasetId} run={form.values} />
    </FormDialog>
  )
}

const draft = 'draft'

function WorkflowFields({ form }: { form: Form }) {
  const { t } = useTranslation('evaluation')
  const { nameVersion } = useEvalWords()
  const queryClient = useQueryClient()
  const { workflow_id: id, version, draft_hash: draftHash } = form.values
  const { data: workflow, error } = useQuery({ ...workflowChoiceQueries.detail(id), enabled: id !== '' })
  const { data: versions = [] } = useQuery({ ...workflowChoiceQueries.versions(id), enabled: id !== '' })

  /** Asks the latest version, or the draft of a workflow that has none, until another is chosen. */
  async function chooseWorkflow(next: string | null) {
    form.setValues({ workflow_id: next ?? '', version: undefined, draft_hash: undefined, model: undefined })
    if (next === null) return
    const { published_version: latest, draft_hash: hash } = await queryClient.fetchQuery({
      ...workflowChoiceQueries.detail(next),
      staleTime: 0,
    })
    form.setValues((known) => (known.workflow_id === next ? (latest ? { version: latest.number } : { draft_hash: hash }) : {}))
  }

  function chooseVersion(value: string | null) {
    form.setValues(
      value === draft
        ? { version: undefined, draft_hash: workflow?.draft_hash }
        : { version: value === null ? undefined : Number(value), draft_hash: undefined },
    )
  }

  return (
    <>
      <WorkflowSelect
        label={t('column.workflow')}
        required
        data-autofocus
        value={id === '' ? null : id}
        error={form.errors['workflow_id']}
        // The query of the chosen workflow shows what keeps it from being read.
        onChange={(next) => void chooseWorkflow(next).catch(() => undefined)}
      />
      <ErrorAlert error={error} />
      {workflow && (
        <Select
          label={t('start.version')}
          allowDeselect={false}
          checkIconPosition="right"
          data={[
            ...versions.map(({ number }) => ({ value: String(number), label: nameVersion(number) })),
            { value: draft, label: nameVersion(null) },
          ]}
          value={draftHash === undefined ? (version === undefined ? null : String(version)) : draft}
          error={form.errors['version']}
          onChange={chooseVersion}
        />
      )}
    </>
  )
}

function ModelFields({ form }: { form: Form }) {
  const { t } = useTranslation('evaluation')
  const { workflow_id: id, model, judge_model: judge } = form.values
  const { data: models = [] } = useQuery(modelsQuery(id === '' ? null : { workflow_id: id }))
  const { data: judges = [] } = useQuery(tenantModelsQuery())
  const names = (offered: readonly { name: string }[]) => offered.map(({ name }) => ({ value: name, label: name }))
  return (
    <>
      <Select
        label={t('start.model')}
        description={t('start.modelHint')}
        placeholder={t('start.modelDefault')}
        clearable
        checkIconPosition="right"
        data={names(models)}
        value={model ?? null}
        error={form.errors['model']}
        onChange={(name) => form.setFieldValue('model', name ?? undefined)}
      />
      <Select
        label={t('start.judge')}
        description={t('start.judgeHint')}
        placeholder={t('start.judgeNone')}
        clearable
        checkIconPosition="right"
        data={names(judges)}
        value={judge ?? null}
        error={form.errors['judge_model']}
        onChange={(name) => form.setFieldValue('judge_model', name ?? undefined)}
      />
      {judge !== undefined && judge === model && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {t('start.judgesItself')}
        </Alert>
      )}
    </>
  )
}

const repeatChoices = [1, 3, 5] as const

function RepeatsField({ form }: { form: Form }) {
  const { t } = useTranslation('evaluation')
  const { nameRepeats } = useEvalWords()
  return (
    <Radio.Group
      label={t('start.repeats')}
      value={String(form.values.repeats)}
      onChange={(value) => form.setFieldValue('repeats', repeatChoices.find((known) => String(known) === value) ?? defaultRepeats)}
    >
      <Stack gap="xs" mt={6}>
        {repeatChoices.map((repeats) => (
          <Radio key={repeats} value={String(repeats)} label={nameRepeats(repeats)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
