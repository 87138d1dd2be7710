import type { VersionGate } from '@heddle/contracts/evaluation/gate'
import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Whether a version met its conditions, or why it was published against them. */
export function VersionGateNotice({ gate: { state, reason } }: { gate: VersionGate }) {
  const { t } = useTranslation('evaluation')
  return (
    <>
      <Badge variant="light" color={state === 'passed' ? 'teal' : 'orange'} tt="none" mt={4}>
        {t(`gate.version.${state}`)}
      </Badge>
      {reason !== null && (
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {t('gate.version.reason', { reason })}
        </Text>
      )}
    </>
  )
}
