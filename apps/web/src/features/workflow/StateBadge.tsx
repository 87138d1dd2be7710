import type { WorkflowState } from '@heddle/contracts/workflow/workflow'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colors: Readonly<Record<WorkflowState, string>> = { draft: 'gray', published: 'teal', changed: 'yellow' }

export function StateBadge({ state }: { state: WorkflowState }) {
  const { t } = useTranslation('workflow')
  return (
    <Badge variant="dot" color={colors[state]} tt="none" fw={500} style={{ maxWidth: 'none', minWidth: 'max-content' }}>
      {t(`state.${state}`)}
    </Badge>
  )
}
