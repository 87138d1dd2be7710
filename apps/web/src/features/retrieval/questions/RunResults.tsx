import type { QuestionOutcome } from '@heddle/contracts/retrieval/question'
import { Anchor, Button, SegmentedControl, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { saveCsv } from '#shared/files/csv.ts'
import { paths } from '#shared/paths.ts'
import { PagePicker } from '#shared/table/PagePicker.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { settingNames } from '../SettingsSides.tsx'
import { useRankText } from '../use-rank-text.ts'
import classes from './questions.module.css'
import type { QuestionRun, RunResult } from './use-question-run.ts'

const pageSize = 25

const filters = ['all', 'missed', 'changed'] as const
type Filter = (typeof filters)[number]

type RunResultsProps = { collectionId: string; run: QuestionRun }

/** The questions of a run with the rank of what each expects, and what was found first in its place. */
export function RunResults({ collectionId, run: { settings, results } }: RunResultsProps) {
  const { t } = useTranslation('retrieval')
  const { tag } = useLanguage()
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const isCompared = settings.length > 1
  /** Below what the setting would show. */
  const isMissed = ({ outcomes }: RunResult) => outcomes.some(({ rank }, side) => rank === null || rank > (settings[side]?.top_k ?? 0))
  const isChanged = ({ outcomes }: RunResult) => new Set(outcomes.map(({ rank }) => rank)).size > 1
  const matching = { all: results, missed: results.filter(isMissed), changed: results.filter(isChanged) }
  const shown = matching[filter]
  const pages = Math.ceil(shown.length / pageSize)
  const nameRank = (side: number) => (isCompared ? t('runResults.rankOf', { name: settingNames[side] }) : t('runResults.rank'))
  const formatRank = (rank: number | null) => (rank === null ? t('runResults.notFound') : rank.toLocaleString(tag))

  const nameFirst = (side: number) => (isCompared ? t('runResults.firstOf', { name: settingNames[side] }) : t('runResults.first'))

  function handleExport() {
    const ranks = settings.flatMap((_, side) => [nameRank(side), nameFirst(side)])
    const header = [t('questions.field.text'), t('questions.field.language'), t('questions.field.source'), t('questions.field.passage')]
    const rows = results.map(({ question, outcomes }) => [
      question.text,
      question.language,
      question.source?.title,
      question.passage,
      ...outcomes.flatMap(({ rank, first }) => [rank, first?.source.title]),
    ])
    saveCsv(`${t('runResults.fileName')}.csv`, [[...header, ...ranks], ...rows])
  }

  return (
    <Section
      title={t('runResults.title')}
      hint={t('runResults.hint')}
      aside={
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={handleExport}>
          {t('runResults.export')}
        </Button>
      }
    >
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('runResults.filter')}
        value={filter}
        data={filters
          .filter((value) => isCompared || value !== 'changed')
          .map((value) => ({
            value,
            label: t(`runResults.filters.${value}`, { amount: matching[value].length.toLocaleString(tag) }),
          }))}
        onChange={(value) => {
          setFilter(value)
          setPage(1)
        }}
      />
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('runResults.none')}
        </Text>
      ) : (
        <Table className={classes.results} aria-label={t('runResults.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('questions.field.text')}</Table.Th>
              {settings.map((_, side) => (
                <Table.Th key={settingNames[side]} scope="col">
                  {nameRank(side)}
                </Table.Th>
              ))}
              <Table.Th scope="col">{t('runResults.instead')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.slice((page - 1) * pageSize, page * pageSize).map(({ question, outcomes }) => (
              <Table.Tr key={question.id}>
                <Table.Th scope="row">
                  <Anchor
                    component={Link}
                    display="block"
                    size="sm"
                    fw={500}
                    to={paths.retrievalTest(collectionId, { question: question.text })}
                  >
                    {question.text}
                  </Anchor>
                  <Text size="xs" c="dimmed" fw={400}>
                    {question.source?.title}
                  </Text>
                </Table.Th>
                {outcomes.map(({ rank }, side) => (
                  <Table.Td key={settingNames[side]} data-label={nameRank(side)}>
                    {formatRank(rank)}
                  </Table.Td>
                ))}
                <Table.Td data-label={t('runResults.instead')}>
                  {outcomes.map((outcome, side) => (
                    <Instead
                      key={settingNames[side]}
                      collectionId={collectionId}
                      outcome={outcome}
                      side={isCompared ? settingNames[side] : undefined}
                    />
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <PagePicker mt="sm" total={pages} value={page} onChange={setPage} />
    </Section>
  )
}

type InsteadProps = { collectionId: string; outcome: QuestionOutcome; side: string | undefined }

/** What came first where the expected result did not. */
function Instead({ collectionId, outcome: { rank, first }, side }: InsteadProps) {
  const { t } = useTranslation('retrieval')
  const formatRank = useRankText()
  if (rank === 1) return null
  return (
    <Text size="xs" component="div" lineClamp={3}>
      {side && (
        <Text span inherit display="block" fw={500}>
          {t('setting', { name: side })}
        </Text>
      )}
      {first ? (
        <>
          <Anchor component={Link} display="block" size="xs" to={paths.source(collectionId, first.source.id, { chunkId: first.chunk_id })}>
            {[first.source.title, formatRank(first)].filter(Boolean).join(' › ')}
          </Anchor>
          {first.text}
        </>
      ) : (
        t('results.none')
      )}
    </Text>
  )
}
