import { GateCondition, type WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, Divider, Group, Loader, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ConditionCheck } from './ConditionCheck.tsx'
import { ConditionDialog } from './ConditionDialog.tsx'
import { gateQuery, useCheckGate, useProveGate, useSaveConditions } from './gate.queries.ts'
import { PendingNotice } from './PendingNotice.tsx'

const conditionFields = GateCondition.keyof().options

type GatePanelProps = {
  workflowId: string
  /** Saves the draft that the user sees; returns its revision, null when it could not be saved. */
  save: () => Promise<number | null>
}

/** The conditions that a draft has to meet before it is published. */
export function GatePanel({ workflowId, save }: GatePanelProps) {
  const { t } = useTranslation('evaluation')
  const { data: gate, error, isPending, refetch } = useQuery(gateQuery(workflowId))
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('gate.hint')}
      </Text>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {isPending && <Loader size="sm" />}
      {gate && (
        <>
          {gate.pending && <PendingNotice pending={gate.pending} />}
          <Conditions workflowId={workflowId} gate={gate} />
          {gate.checks.length > 0 && (
            <>
              <CheckDraft workflowId={workflowId} gate={gate} save={save} />
              <Divider />
              <Proof workflowId={workflowId} gate={gate} />
            </>
          )}
        </>
      )}
    </Stack>
  )
}

function Conditions({ workflowId, gate }: { workflowId: string; gate: WorkflowGate }) {
  const { t } = useTranslation('evaluation')
  const { t: tCommon } = useTranslation()
  const saving = useSaveConditions(workflowId)
  /** The condition that is edited, null for a new one, as it was when it was opened: others may have changed what is around it. */
  const [edited, setEdited] = useState<{ readonly condition: GateCondition | null } | null>(null)
  const conditions = gate.checks.map(({ condition }) => condition)

  function save(before: GateCondition | null, condition: GateCondition) {
    const index = before === null ? -1 : conditions.findIndex((each) => isSameCondition(each, before))
    // One that another person has changed or removed meanwhile is added beside what there is.
    const next = index === -1 ? [...conditions, condition] : conditions.with(index, condition)
    return saving.mutateAsync({ revision: gate.revision, conditions: next })
  }

  return (
    <>
      {gate.checks.length === 0 && <Text size="sm">{t('gate.none')}</Text>}
      {gate.checks.map((check, index) => (
        <ConditionCheck
          key={`${index} ${gate.revision}`}
          check={check}
          actions={
            <>
              <Button size="compact-sm" variant="default" onClick={() => setEdited({ condition: check.condition })}>
                {tCommon('edit')}
              </Button>
              <ReasonedButton
                size="compact-sm"
                variant="default"
                loading={saving.isPending}
                reason={gate.abilities.loosen ? null : t('gate.mayNotRemove')}
                onClick={() => saving.mutate({ revision: gate.revision, conditions: conditions.toSpliced(index, 1) })}
              >
                {t('gate.remove')}
              </ReasonedButton>
            </>
          }
        />
      ))}
      <ErrorAlert error={saving.error} />
      <Group>
        <ReasonedButton
          size="sm"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          reason={conditions.length >= limits.gateConditions ? t('gate.tooMany', { max: limits.gateConditions }) : null}
          onClick={() => setEdited({ condition: null })}
        >
          {t('gate.add')}
        </ReasonedButton>
      </Group>
      <OverlayBoundary isOpen={edited !== null} opening={edited} onClose={() => setEdited(null)}>
        {edited !== null && (
          <ConditionDialog
            condition={edited.condition}
            onSave={(condition) => save(edited.condition, condition)}
            onClose={() => setEdited(null)}
          />
        )}
      </OverlayBoundary>
    </>
  )
}

const isSameCondition = (one: GateCondition, other: GateCondition) => conditionFields.every((field) => one[field] === other[field])

function CheckDraft({ workflowId, gate, save }: { workflowId: string; gate: WorkflowGate; save: GatePanelProps['save'] }) {
  const { t } = useTranslation('evaluation')
  const { t: tBuilder } = useTranslation('builder')
  const check = useCheckGate(workflowId)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const isKnown = gate.checks.every(({ state }) => state === 'passed' || state === 'failed')

  async function handleCheck() {
    const revision = await save()
    setIsUnsaved(revision === null)
    if (revision !== null) check.mutate(undefined)
  }

  return (
    <>
      <Group>
        <ReasonedButton
          size="sm"
          loading={check.isPending}
          reason={isKnown ? t('gate.checked') : gate.state === 'running' ? t('gate.checking') : null}
          onClick={() => void handleCheck()}
        >
          {t('gate.check')}
        </ReasonedButton>
      </Group>
      {isUnsaved && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {tBuilder('publish.unsaved')}
        </Text>
      )}
      <ErrorAlert error={check.error} />
    </>
  )
}

/** Whether the conditions stop a draft that answers nothing: one that was never seen to block may be none. */
function Proof({ workflowId, gate }: { workflowId: string; gate: WorkflowGate }) {
  const { t } = useTranslation('evaluation')
  const prove = useProveGate(workflowId)
  const { proof } = gate
  return (
    <section aria-label={t('gate.proof.title')}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('gate.proof.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('gate.proof.hint')}
        </Text>
        {proof ? (
          <Alert variant="light" color={proof.is_blocked ? 'teal' : 'red'} role="status">
            {t(proof.is_blocked ? 'gate.proof.blocked' : 'gate.proof.open', { time: formatDateTime(parseTime(proof.at)) })}
          </Alert>
        ) : (
          <Text size="sm">{t('gate.proof.none')}</Text>
        )}
        <Group>
          <Button size="sm" variant="default" loading={prove.isPending} onClick={() => prove.mutate(undefined)}>
            {t('gate.proof.action')}
          </Button>
        </Group>
        <ErrorAlert error={prove.error} />
      </Stack>
    </section>
  )
}
