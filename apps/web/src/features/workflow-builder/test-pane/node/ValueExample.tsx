import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lastRunQuery } from '../run/test.queries.ts'
import { useNodeRun, useTests, useTestStore } from '../run/use-tests.ts'

const maxCharacters = 80

/** What a field of a node had in the shown run, or else in the last kept one; nothing when it had no value. */
export function ValueExample({ nodeId, field }: { nodeId: string; field: string }) {
  const { t } = useTranslation('testing')
  const { workflowId } = useTestStore()
  const isShown = useTests(({ shown }) => shown !== null)
  const shownNode = useNodeRun(nodeId)
  const { data: last } = useQuery({ ...lastRunQuery(workflowId), enabled: !isShown })
  const node = isShown ? shownNode : last?.nodes.get(nodeId)
  const text = node?.output[field]?.text.replaceAll(/\s+/g, ' ').trim()
  if (!text) return null
  return (
    <Text size="xs" c="dimmed" lineClamp={1}>
      {t('example', { text: text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}…` : text })}
    </Text>
  )
}
