import type { RunValues } from '@heddle/contracts/trial/workflow-run'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Button, Collapse, Stack, Text, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { useBuilder } from '../../use-builder.tsx'
import { useWords } from '../../use-words.ts'
import { formatKey, listNodeValues, parseValue } from './node-values.ts'
import { useTests, useTestStore } from '../run/use-tests.ts'

/** Runs one node alone, with the values of the shown run or others. Mount a new one for each node. */
export function NodeTestForm({ node }: { node: GraphNode }) {
  const { t } = useTranslation('testing')
  const { draft, problemsByNode } = useBuilder()
  const { formatOutput, formatType } = useWords()
  const store = useTestStore()
  const isRunning = useTests((state) => state.isRunning)
  const traced = useTests(({ shown }) => shown?.nodes)
  const lastQuestion = useTests(({ shown }) => shown?.question)
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const values = listNodeValues(draft.graph, node).map((value) => {
    const key = formatKey(value)
    const last = traced?.get(value.nodeId)?.output[value.field]
    const text = typed[key] ?? last?.text ?? ''
    // The service takes what was not changed from the run itself: its text may be shortened.
    const parsed = typed[key] === undefined ? undefined : parseValue(value.type, text)
    return { ...value, key, text, parsed, isInvalid: typed[key] !== undefined && text !== '' && parsed === undefined }
  })
  const isBroken = (problemsByNode.get(node.id) ?? []).some(({ severity }) => severity === 'error')
  const hasInvalid = values.some(({ isInvalid }) => isInvalid)
  const reason = isRunning ? t('alone.running') : isBroken ? t('alone.broken') : hasInvalid ? t('alone.invalid') : null

  function handleRun() {
    const given: RunValues = {}
    for (const { nodeId, field, parsed } of values)
      if (parsed !== undefined) given[nodeId] = { ...given[nodeId], [field]: parsed as RunValues[string][string] }
    const asked = values.find(
      ({ nodeId, field }) => field === 'question' && draft.graph.nodes.some(({ id, type }) => id === nodeId && type === 'start'),
    )
    store.runNode({
      nodeId: node.id,
      question: asked?.text.trim() || lastQuestion || t('alone.title'),
      graph: draft.graph,
      values: given,
    })
  }

  return (
    <section aria-label={t('alone.title')}>
      <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('alone.open')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt="xs">
          <Text size="sm" c="dimmed">
            {values.length === 0 ? t('alone.noValues') : t('alone.hint')}
          </Text>
          {values.map(({ key, title, sourceType, field, type, text, isInvalid }) => (
            <Textarea
              key={key}
              label={`${title || formatType(sourceType)} · ${formatOutput(sourceType, field)}`}
              size="sm"
              autosize
              minRows={1}
              maxRows={8}
              value={text}
              error={isInvalid ? t(`alone.wrong.${type as 'number' | 'boolean' | 'object'}`) : undefined}
              onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
            />
          ))}
          <ReasonedButton
            size="compact-sm"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            reason={reason}
            style={{ alignSelf: 'start' }}
            onClick={handleRun}
          >
            {t('alone.run')}
          </ReasonedButton>
        </Stack>
      </Collapse>
    </section>
  )
}
