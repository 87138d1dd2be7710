import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { DifferenceTable } from '#shared/forms/DifferenceTable.tsx'
import classes from './CompareDialog.module.css'
import type { Draft } from './graph/draft.ts'
import { diffFields, type FieldDifference } from './graph/node-fields.ts'
import { listDifferences, mergeDrafts, type NodeConflict, type Side } from './graph/merge.ts'
import type { DraftConflict } from './saving/draft-saver.ts'
import { useFormatValue } from './use-format-value.ts'
import { useWords } from './use-words.ts'

type CompareDialogProps = { conflict: DraftConflict; onResolve: (merged: Draft) => void }

/** Another user saved meanwhile: shows both versions of each node that differs, with a choice. */
export function CompareDialog({ conflict: { base: savedBase, mine, theirs }, onResolve }: CompareDialogProps) {
  const { t } = useTranslation('builder')
  const base = savedBase.draft
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map())
  const differences = listDifferences(base, mine, theirs.draft)
  return (
    <Dialog isOpen title={t('compare.title')} maxWidth={880} persistent onClose={() => onResolve(mergeDrafts(base, mine, theirs.draft))}>
      <Stack gap="md">
        <Text size="sm">{t('compare.hint')}</Text>
        {differences.length === 0 && <Text size="sm">{t('compare.connections')}</Text>}
        {differences.map((difference) => (
          <Difference
            key={difference.id}
            difference={difference}
            choice={choices.get(difference.id) ?? (difference.changedBy === 'theirs' ? 'theirs' : 'mine')}
            onChoose={(side) => setChoices(new Map(choices).set(difference.id, side))}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onResolve(theirs.draft)}>
            {t('compare.takeTheirs')}
          </Button>
          <Button data-autofocus onClick={() => onResolve(mergeDrafts(base, mine, theirs.draft, choices))}>
            {t('compare.merge')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type DifferenceProps = { difference: NodeConflict; choice: Side; onChoose: (side: Side) => void }

function Difference({ difference: { id, mine, theirs, changedBy }, choice, onChoose }: DifferenceProps) {
  const { t } = useTranslation('builder')
  const { formatTitle, formatPath } = useWords()
  const formatValue = useFormatValue()
  const node = mine ?? theirs
  const title = node ? formatTitle(node) : id
  return (
    <section className={classes.node} aria-label={title}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          <Badge variant="light" color={changedBy === 'both' ? 'red' : 'gray'} tt="none">
            {t(`compare.changedBy.${changedBy}`)}
          </Badge>
        </Group>
        <SegmentedControl
          size="xs"
          aria-label={t('compare.choice', { title })}
          data={[
            { value: 'mine', label: t('compare.mine') },
            { value: 'theirs', label: t('compare.theirs') },
          ]}
          value={choice}
          onChange={(side) => onChoose(side === 'theirs' ? 'theirs' : 'mine')}
        />
      </Group>
      <DifferenceTable
        titles={{ field: t('compare.field'), mine: t('compare.mine'), theirs: t('compare.theirs') }}
        rows={listRows(mine, theirs).map(({ path, before, after }) => ({
          path,
          label: formatPath(path),
          mine: mine ? formatValue(mine, path, before) : t('compare.missing'),
          theirs: theirs ? formatValue(theirs, path, after) : t('compare.missing'),
        }))}
      />
    </section>
  )
}

/** Returns the fields that differ; of a node that only one side has, its title. */
const listRows = (mine: GraphNode | undefined, theirs: GraphNode | undefined): readonly FieldDifference[] =>
  mine && theirs ? diffFields(mine, theirs) : [{ path: 'title', before: mine?.title, after: theirs?.title }]
