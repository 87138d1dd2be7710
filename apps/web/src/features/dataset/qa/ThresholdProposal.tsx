import type { proposeQaThreshold, ThresholdStep } from '@heddle/contracts/dataset/qa-match'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DatasetSelect } from '#entities/dataset/DatasetSelect.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { QaNotices } from './QaNotices.tsx'
import { useProposeThreshold } from './qa-test.queries.ts'

type Proposal = EndpointResponse<typeof proposeQaThreshold>

type ThresholdProposalProps = { datasetId: string; onUse: (threshold: number) => void }

/** Counts right and wrong approved answers to an evaluation set, by threshold. */
export function ThresholdProposal({ datasetId, onUse }: ThresholdProposalProps) {
  const { t } = useTranslation('dataset')
  const [evalSet, setEvalSet] = useState<string | null>(null)
  const proposal = useProposeThreshold(datasetId)

  function handleSet(id: string | null) {
    setEvalSet(id)
    proposal.reset()
  }

  return (
    <Section title={t('qa.proposal.title')} hint={t('qa.proposal.hint')}>
      <Stack gap="md">
        <Group gap="xs" align="end">
          <DatasetSelect kind="eval" label={t('qa.proposal.set')} value={evalSet} flex="1 1 240px" maw={420} onChange={handleSet} />
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
        <div role="status">{proposal.data && <ProposalResult onUse={onUse} proposal={proposal.data} />}</div>
      </Stack>
    </Section>
  )
}

function ProposalResult({ proposal, onUse }: { proposal: Proposal; onUse: (threshold: number) => void }) {
  const { t } = useTranslation('dataset')
  const { comparison, asked, skipped, steps, proposed, notices } = proposal
  if (!comparison) return <Text size="sm">{t('qa.try.unpublished')}</Text>

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
          <Button size="compact-sm" variant="default" onClick={() => onUse(proposed)}>
            {t('qa.proposal.use')}
          </Button>
        </Group>
      )}
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
