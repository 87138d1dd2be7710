import { Badge, Code, Group, Text } from '@mantine/core'
import { diffWordsWithSpace } from 'diff'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import type { DraftGraph } from '../graph/draft.ts'
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

/** Two texts as one, word by word. */
function WordDiff({ before, after }: { before: string; after: string }) {
  const { tag } = useLanguage()
  const parts = diffWordsWithSpace(before, after, { intlSegmenter: new Intl.Segmenter(tag, { granularity: 'word' }) })
  return (
    <p className={classes.text}>
      {parts.map(({ added, removed, value }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span'
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other identity
        return <Tag key={index}>{value}</Tag>
      })}
    </p>
  )
}

function EdgeLine({ kind, source, target, handle }: EdgeDifference) {
  const { t } = useTranslation('builder')
  return (
    <Group component="li" gap="xs">
      <KindBadge kind={kind} />
      <Text size="sm">{handle === null ? t('diff.connection', { source, target }) : t('diff.branch', { source, target, handle })}</Text>
    </Group>
  )
}

type VersionDiffProps = { label: string; before: DraftGraph; after: DraftGraph }

/** What differs between two graphs, node by node and word by word. */
export function VersionDiff({ label, before, after }: VersionDiffProps) {
  const { t } = useTranslation('builder')
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
        {nodes.map(({ id, title, kind, fields }) => (
          <li key={id}>
            <Group gap="xs">
              <KindBadge kind={kind} />
              <Text size="sm" fw={600}>
                {title}
              </Text>
            </Group>
            {fields.map(({ path, before: from, after: to }) => (
              <div key={path}>
                <Code>{path}</Code>
                <WordDiff before={from} after={to} />
              </div>
            ))}
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
              <EdgeLine key={JSON.stringify(edge)} {...edge} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
