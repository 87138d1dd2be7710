import { defaultHandle } from '@heddle/contracts/workflow/workflow-graph'
import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WholeDiff, WordDiff } from '#shared/ui/WordDiff.tsx'
import type { DraftGraph } from '../graph/draft.ts'
import { useFormatValue } from '../use-format-value.ts'
import { useWords } from '../use-words.ts'
import { diffGraphs, type EdgeDifference, type NodeDifference } from './graph-diff.ts'
import classes from './VersionDiff.module.css'

const colors: Readonly<Record<NodeDifference['kind'], string>> = { added: 'teal', removed: 'red', changed: 'yellow' }

function KindBadge({ kind }: { kind: NodeDifference['kind'] }) {
  const { t } = useTranslation('builder')
  return (
    <Badge variant="dot" color={colors[kind]} tt="none" fw={500}>
      {t(`diff.${kind}`)}
    </Badge>
  )
}

function EdgeLine({ kind, edge, source: from, target: to }: EdgeDifference) {
  const { t } = useTranslation('builder')
  const { formatTitle, formatHandle } = useWords()
  const source = from ? formatTitle(from) : edge.source
  const target = to ? formatTitle(to) : edge.target
  const { source_handle: handle = defaultHandle } = edge
  return (
    <Group component="li" gap="xs">
      <KindBadge kind={kind} />
      <Text size="sm">
        {handle === defaultHandle || !from
          ? t('diff.connection', { source, target })
          : t('diff.branch', { source, target, handle: formatHandle(from, handle) })}
      </Text>
    </Group>
  )
}

type VersionDiffProps = { label: string; before: DraftGraph; after: DraftGraph }

/** What differs between two graphs, node by node and word by word. */
export function VersionDiff({ label, before, after }: VersionDiffProps) {
  const { t } = useTranslation('builder')
  const { formatTitle, formatPath } = useWords()
  const formatValue = useFormatValue()
  const { nodes, edges } = diffGraphs(before, after)
  if (nodes.length + edges.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('diff.none')}
      </Text>
    )
  }
  return (
    <section aria-label={label}>
      <ul className={classes.diff}>
        {nodes.map(({ node, kind, fields }) => (
          <li key={node.id}>
            <Group gap="xs">
              <KindBadge kind={kind} />
              <Text size="sm" fw={600}>
                {formatTitle(node)}
              </Text>
            </Group>
            {fields.map(({ path, before: from, after: to }) => {
              const [old, current] = [formatValue(node, path, from), formatValue(node, path, to)]
              // What an author has written is compared word by word, what was chosen is not.
              const Difference = old === from && current === to ? WordDiff : WholeDiff
              return (
                <div key={path}>
                  <Text size="xs" c="dimmed">
                    {formatPath(path)}
                  </Text>
                  <Difference before={old} after={current} />
                </div>
              )
            })}
          </li>
        ))}
      </ul>
      {edges.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm" mb={4}>
            {t('diff.connections')}
          </Text>
          <ul className={classes.diff}>
            {edges.map((edge) => (
              <EdgeLine key={JSON.stringify([edge.kind, edge.edge])} {...edge} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
