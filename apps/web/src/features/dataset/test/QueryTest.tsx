import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { type Language, languageNames, languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { QueryTest as TestedQuery } from '@heddle/contracts/trial/query-test'
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelNameSelect } from '#entities/model/ModelNameSelect.tsx'
import { useLanguage } from '#i18n/use-language.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useTestDatasetQuery } from './query-test.queries.ts'
import { TestResult } from './TestResult.tsx'

type TestedPlan = TestedQuery['plan']

const languageOptions = languages.map((language) => ({ value: language, label: languageNames[language] }))

/** Tests the published version of a table: by a question, and by the plan that it became. */
export function QueryTest({ dataset: { id, published_version: version } }: { dataset: Dataset }) {
  const { t } = useTranslation('query')
  const own = useLanguage()
  const [question, setQuestion] = useState('')
  const [language, setLanguage] = useState<Language>(own.language)
  const [model, setModel] = useState<string | null>(null)
  const [plan, setPlan] = useState('')
  const [isNotJson, setIsNotJson] = useState(false)
  const test = useTestDatasetQuery(id)
  const isAsking = test.isPending && test.variables.question !== undefined
  if (version === null) return <Text c="dimmed">{t('unpublished')}</Text>

  function ask() {
    const asked = question.trim()
    if (asked === '') return
    test.mutate(
      { question: asked, language, ...(model !== null && { model: { name: model } }) },
      // A question that became no plan leaves the one that was written by hand.
      { onSuccess: ({ plan: written }) => written !== null && changePlan(JSON.stringify(written, null, 2)) },
    )
  }

  function changePlan(text: string) {
    setPlan(text)
    setIsNotJson(false)
  }

  function runPlan() {
    const parsed = parseJson(plan)
    setIsNotJson(parsed === undefined)
    if (parsed !== undefined) test.mutate({ plan: parsed, language })
  }

  return (
    <Stack gap="md">
      <Section title={t('title')} hint={t('hint', { number: version })}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            ask()
          }}
        >
          <Stack gap="sm">
            <Textarea
              label={t('question')}
              autosize
              minRows={2}
              maxRows={6}
              required
              maxLength={limits.messageCharacters}
              value={question}
              onChange={(event) => setQuestion(event.currentTarget.value)}
            />
            <Group gap="sm" align="end">
              <Select
                label={t('language')}
                allowDeselect={false}
                data={languageOptions}
                value={language}
                onChange={(value) => value !== null && setLanguage(value)}
              />
              <ModelNameSelect label={t('model')} kind="chat" noneLabel={t('defaultModel')} value={model} onChange={setModel} />
              <Button type="submit" loading={isAsking} disabled={test.isPending} leftSection={<IconSearch size={18} aria-hidden />}>
                {t('ask')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      <ErrorAlert error={test.error} />
      {test.data && <TestResult test={test.data} />}
      <Section title={t('plan.title')} hint={t('plan.hint')}>
        <Stack gap="sm" align="start">
          <Textarea
            w="100%"
            label={t('plan.label')}
            autosize
            minRows={4}
            maxRows={24}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={plan}
            error={isNotJson && t('plan.notJson')}
            onChange={(event) => changePlan(event.currentTarget.value)}
          />
          <Button
            variant="default"
            loading={test.isPending && !isAsking}
            disabled={test.isPending || plan.trim() === ''}
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            onClick={runPlan}
          >
            {t('plan.run')}
          </Button>
        </Stack>
      </Section>
    </Stack>
  )
}

/** Returns the value of a JSON text; undefined when it is none. */
function parseJson(text: string): TestedPlan | undefined {
  try {
    return JSON.parse(text) as TestedPlan
  } catch {
    return undefined
  }
}
