import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NodeResult } from './NodeResult.tsx'
import { NodeTestForm } from './NodeTestForm.tsx'
import type { NodeRun } from '../run/test-run.ts'

type NodeRunDetailsProps = {
  node: GraphNode
  /** Undefined when the shown run did not reach the node. */
  run: NodeRun | undefined
  /** Opens the node's settings. */
  onOpen: () => void
}

/** What one node did: why it failed, its time, tokens and cost, what it was given and gave; and a form that runs it alone. */
export function NodeRunDetails({ node, run, onOpen }: NodeRunDetailsProps) {
  const { t } = useTranslation('testing')
  return (
    <Stack gap="sm">
      {run ? (
        <NodeResult node={node} run={run} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('node.notReached')}
        </Text>
      )}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" leftSection={<IconSettings size={16} aria-hidden />} onClick={onOpen}>
          {t('node.settings')}
        </Button>
      </Group>
      {node.type !== 'start' && <NodeTestForm key={node.id} node={node} />}
    </Stack>
  )
}
