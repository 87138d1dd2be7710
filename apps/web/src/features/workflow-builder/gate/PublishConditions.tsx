import type { WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { limits } from '@heddle/contracts/limits'
import { Alert, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { ConditionCheck } from './ConditionCheck.tsx'
import { PendingNotice } from './PendingNotice.tsx'

type PublishConditionsProps = {
  gate: WorkflowGate
  /** Why it is published against the conditions; null when it is not. */
  reason: string | null
  error: ReactNode
  onReason: (reason: string | null) => void
}

/** What the conditions say of the draft that is to be published, and publishing against them for those who may. */
export function PublishConditions({ gate, reason, error, onReason }: PublishConditionsProps) {
  const { t } = useTranslation('evaluation')
  if (gate.state === null) return null
  const isMet = gate.state === 'passed'
  return (
    <Stack gap="xs" component="section" aria-label={t('gate.name')}>
      <Text fw={600} size="sm">
        {t('gate.name')}
      </Text>
      {gate.pending && <PendingNotice pending={gate.pending} />}
      {!isMet && (
        <Alert variant="light" color={gate.state === 'failed' ? 'red' : 'blue'}>
          {t(gate.state === 'failed' ? 'gate.publish.failed' : 'gate.publish.first')}
        </Alert>
      )}
      {gate.checks.map((check, index) => (
        <ConditionCheck key={index} check={check} />
      ))}
      {!isMet && gate.abilities.override && (
        <>
          <Checkbox
            label={t('gate.publish.override')}
            checked={reason !== null}
            onChange={(event) => onReason(event.currentTarget.checked ? '' : null)}
          />
          {reason !== null && (
            <Textarea
              label={t('gate.publish.reason')}
              description={t('gate.publish.reasonHint')}
              required
              autosize
              minRows={2}
              maxLength={limits.workflowNoteCharacters}
              value={reason}
              error={error}
              onChange={(event) => onReason(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </Stack>
  )
}
