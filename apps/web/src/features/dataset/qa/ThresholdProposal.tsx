import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { proposeQaThreshold, ThresholdStep } from '@heddle/contracts/dataset/qa-match'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DatasetSelect } from '#entities/dataset/DatasetSelect.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useUpdateDataset } from '../dataset-edit.queries.ts'
import { QaNotices } from './QaNotices.tsx'
import { useProposeThreshold } from './qa-test.queries.ts'

type Proposal = EndpointResponse<typeof proposeQaThreshold>

/** Counts right and wrong approved answers to an evaluation set, by threshold. */
export function ThresholdProposal({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const [evalSet, setEvalSet] = useState<string | null>(null)
  const proposal = useProposeThreshold(dataset.id)
  return (
    <Section title={t('qa.proposal.title')} hint={t('qa.proposal.hint')}>
      <Stack gap="md">
        <Group gap="xs" align="end">
          <DatasetSelect kind="eval" label={t('qa.proposal.set')} value={evalSet} flex="1 1 240px" maw={420} onChange={setEvalSet} />
          <Button
            variant="default"
            disabled={evalSet === null}
            loading={proposal.isPending}
            onClick={() => evalSet !== null && proposal.mutate(evalSet)}
          >
            {t('qa.proposal.action')}
          </Button>
        </Group>
        <ErrorAlert error={proposal.error} />
        <div role="status">{proposal.data && <ProposalResult dataset={dataset} proposal={proposal.data} />}</div>
      </Stack>
    </Section>
  )
}

function ProposalResult({ dataset, proposal }: { dataset: Dataset; proposal: Proposal }) {
  const { t } = useTranslation('dataset')
  const update = useUpdateDataset(dataset.id)
  const { comparison, asked, skipped, steps, proposed, notices } = proposal
  if (!comparison) return <Text size="sm">{t('qa.try.unpublished')}</Text>

  async function handleUse(threshold: number) {
    await update.mutateAsync({ revision: dataset.revision, dataset: { matching: { threshold } } })
    notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
  }

  return (
    <Stack gap="sm">
      <QaNotices notices={notices} />
      <Text size="sm">{t('qa.proposal.asked', { asked, skipped })}</Text>
      {proposed === null ? (
        <Text size="sm">{t('qa.proposal.none')}</Text>
      ) : (
        <Group gap="sm">
          <Text size="sm" fw={550}>
            {t('qa.proposal.proposed', { threshold: proposed.toFixed(2) })}
          </Text>
          <Button size="compact-sm" variant="default" loading={update.isPending} onClick={() => void handleUse(proposed).catch(() => {})}>
            {t('qa.proposal.use')}
          </Button>
        </Group>
      )}
      <ErrorAlert error={update.error} />
      <Table maw={420}>
        <Table.Thead>
          <Table.Tr>
            {(['threshold', 'right', 'wrong'] as const).map((name) => (
              <Table.Th key={name} ta="end">
                {t(`qa.proposal.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listChanges(steps).map(({ threshold, right, wrong }) => (
            <Table.Tr key={threshold} data-selected={threshold === proposed || undefined}>
              <Table.Td ta="end">{threshold.toFixed(2)}</Table.Td>
              <Table.Td ta="end">{right}</Table.Td>
              <Table.Td ta="end">{wrong}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

/** The first threshold of each pair of counts. */
const listChanges = (steps: readonly ThresholdStep[]) =>
  steps.filter(({ right, wrong }, at) => at === 0 || right !== steps[at - 1]?.right || wrong !== steps[at - 1]?.wrong)
