import type { PlanProblem } from '@heddle/contracts/dataset/plan'
import type { QueryTest } from '@heddle/contracts/trial/query-test'
import { Code, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ResultRows } from '#entities/dataset/result/ResultRows.tsx'
import { useLanguage, useListText } from '#i18n/use-language.ts'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

/** What a test of a dataset came to: how it ended, the query in words, and the rows or what is said instead. */
export function TestResult({ test }: { test: QueryTest }) {
  const { t } = useTranslation('query')
  const { t: tErrors } = useTranslation('errors')
  const { outcome, query, message, taken, rows, problems, error } = test
  return (
    <Section title={t('result')}>
      <Stack gap="sm">
        <TestFacts test={test} />
        {query !== '' && (
          <div>
            <Text size="sm" fw={600}>
              {t('inWords')}
            </Text>
            <Text size="sm">{query}</Text>
          </div>
        )}
        {taken.length > 0 && <TextList title={t('taken')} items={taken} />}
        {problems.length > 0 && <ProblemList problems={problems} />}
        <div role="status">
          {message !== '' && <Text style={{ whiteSpace: 'pre-wrap' }}>{message}</Text>}
          {(outcome === 'failed' || error) && (
            <Text c="var(--mantine-color-error)">
              {error ? tErrors(`code.${error.code}`, { defaultValue: error.message || tErrors('generic') }) : tErrors('generic')}
            </Text>
          )}
          {rows && (
            <Text size="sm" c="dimmed">
              {t('count', { count: rows.total, shown: rows.rows.length, total: rows.total })} {rows.is_cut && t('cut')}
            </Text>
          )}
        </div>
        {rows && <ResultRows rows={rows} query={query} statement="" />}
      </Stack>
    </Section>
  )
}

function TestFacts({ test: { outcome, asked, ms, query_ms: queryMs } }: { test: QueryTest }) {
  const { t } = useTranslation('query')
  const { tag } = useLanguage()
  const formatSeconds = (milliseconds: number) =>
    t('seconds', { amount: (milliseconds / 1_000).toLocaleString(tag, { maximumFractionDigits: 2 }) })
  return (
    <Facts>
      <Fact name={t('fact.outcome')}>{t(`outcome.${outcome}`)}</Fact>
      <Fact name={t('fact.time')}>{formatSeconds(ms)}</Fact>
      {queryMs !== null && <Fact name={t('fact.queryTime')}>{formatSeconds(queryMs)}</Fact>}
      {asked && <Fact name={t('fact.model')}>{asked.model}</Fact>}
      {asked && (
        <Fact name={t('fact.tokens')}>
          {t('fact.tokensInOut', {
            input: asked.usage.input_tokens.toLocaleString(tag),
            output: asked.usage.output_tokens.toLocaleString(tag),
          })}
        </Fact>
      )}
    </Facts>
  )
}

function TextList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </div>
  )
}

/** What is wrong with a plan, each at its path. */
function ProblemList({ problems }: { problems: readonly PlanProblem[] }) {
  const { t } = useTranslation('query')
  const listText = useListText()
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('problems')}
      </Text>
      <List size="sm">
        {problems.map(({ path, code, allowed }) => (
          <List.Item key={`${path} ${code}`}>
            {path === '' ? t('plan.whole') : <Code>{path}</Code>}: {t(`problem.${code}`)}{' '}
            {allowed && allowed.length > 0 && t('allowed', { values: listText(allowed) })}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
