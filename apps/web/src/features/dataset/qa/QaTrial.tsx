import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { testQa } from '@heddle/contracts/dataset/qa-match'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { type Language, languageNames, languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { Anchor, Button, Group, List, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import { paths } from '#shared/paths.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { QaNotices } from './QaNotices.tsx'
import { useTestQa } from './qa-test.queries.ts'

type Tested = EndpointResponse<typeof testQa>

/** Asks the published version a question, and shows what a reply would say. */
export function QaTrial({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { language: own } = useLanguage()
  const [question, setQuestion] = useState('')
  const [language, setLanguage] = useState<Language>(own)
  const trial = useTestQa(dataset.id)
  return (
    <Section title={t('qa.try.title')} hint={t('qa.try.hint')}>
      <Stack gap="md">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (question.trim() !== '') trial.mutate({ question: question.trim(), language })
          }}
        >
          <Group gap="xs" align="end">
            <TextInput
              label={t('qa.try.question')}
              value={question}
              maxLength={limits.qaWordingCharacters}
              required
              flex="1 1 260px"
              onChange={(event) => setQuestion(event.currentTarget.value)}
            />
            <Select
              label={t('qa.try.language')}
              data={languages.map((each) => ({ value: each, label: languageNames[each] }))}
              value={language}
              allowDeselect={false}
              w={170}
              onChange={(next) => setLanguage(next ?? own)}
            />
            <Button type="submit" loading={trial.isPending} leftSection={<IconSearch size={18} aria-hidden />}>
              {t('qa.try.ask')}
            </Button>
          </Group>
        </form>
        <ErrorAlert error={trial.error} />
        <div role="status">
          {trial.data && <TrialResult datasetId={dataset.id} result={trial.data} language={trial.variables?.language} />}
        </div>
      </Stack>
    </Section>
  )
}

type TrialResultProps = { datasetId: string; result: Tested; language: Language | undefined }

function TrialResult({ datasetId, result: { comparison, matches, answer, notices }, language }: TrialResultProps) {
  const { t } = useTranslation('dataset')
  if (!comparison) return <Text size="sm">{t('qa.try.unpublished')}</Text>
  return (
    <Stack gap="md">
      <QaNotices notices={notices} />
      <Text size="sm" c="dimmed">
        {comparison.by === 'meaning' ? t('qa.comparison.meaning', { model: comparison.embedding_model }) : t('qa.comparison.words')}
      </Text>
      {answer ? (
        <div>
          <Title order={3} size="h5" mb={4}>
            {t('qa.answer.title')}
          </Title>
          <Markdown text={answer.text} />
          {answer.sources.length > 0 && (
            <>
              <Text size="sm" fw={550} mt={6}>
                {t('qa.answer.sources')}
              </Text>
              <List size="sm" c="dimmed">
                {answer.sources.map((source) => (
                  <List.Item key={source}>{source}</List.Item>
                ))}
              </List>
            </>
          )}
          {answer.valid_until !== null && (
            <Text size="sm" c="dimmed">
              {t('qa.answer.validUntil', { date: answer.valid_until })}
            </Text>
          )}
          {answer.language !== language && (
            <Text size="sm" c="dimmed">
              {t('qa.answer.translated', { language: languageNames[answer.language] })}
            </Text>
          )}
        </div>
      ) : (
        <Text size="sm">{matches.length > 0 ? t('qa.answer.none', { threshold: comparison.threshold }) : t('qa.matches.none')}</Text>
      )}
      {matches.length > 0 && (
        <Table.ScrollContainer minWidth={320}>
          <Table>
            <Table.Caption style={{ captionSide: 'top', textAlign: 'start' }}>{t('qa.matches.title')}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('qa.try.question')}</Table.Th>
                <Table.Th>{t('qa.matches.wording')}</Table.Th>
                <Table.Th ta="end">{t('qa.matches.score')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {matches.map(({ row_id: id, row_no: rowNo, question, wording, score }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Anchor component={Link} to={paths.dataset(datasetId, { row: rowNo })} size="sm">
                      {question}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{wording === question ? '' : wording}</Table.Td>
                  <Table.Td ta="end">{score.toFixed(2)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}
