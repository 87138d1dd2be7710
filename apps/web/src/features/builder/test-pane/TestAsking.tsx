import { languages, languageNames } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, Group, Select, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPlay, IconPlayerStopFilled, IconRefresh, IconRepeat } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantModelsQuery } from '#entities/model/models.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import { versionsQuery } from '../builder.queries.ts'
import { ProblemList } from '../ProblemList.tsx'
import { useBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'
import { NodeRunDetails } from './NodeRunDetails.tsx'
import classes from './TestPanel.module.css'
import type { TestPanelProps } from './test-settings.ts'
import { TestTurn } from './TestTurn.tsx'
import { useRunWords } from './use-run-words.ts'
import { useTests, useTestStore } from './use-tests.ts'

/** The values of the options that are no version and no model. */
const draftOption = 'draft'
const noneOption = ''

const toOption = (version: number | null): string => (version === null ? draftOption : String(version))
const fromOption = (option: string): number | null => (option === draftOption ? null : Number(option))

/** The turns of the test, and the form that asks the next question. */
export function TestAsking({ workflow, settings, onChange, onOpen }: TestPanelProps) {
  const { t } = useTranslation('testing')
  const { language: interfaceLanguage } = useLanguage()
  const { draft, problems, inspected } = useBuilder()
  const { formatTitle } = useWords()
  const { formatVersion } = useRunWords()
  const store = useTestStore()
  const { turns, shown, isRunning } = useTests()
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: models = [] } = useQuery(tenantModelsQuery())
  const versions = useInfiniteQuery(versionsQuery(workflow.id, workflow.published_version?.number ?? null))
  const numbers = versions.data?.pages.flatMap((page) => page.versions.map(({ number }) => number)) ?? []
  const { question, version, compared, modelId, language } = settings
  const tested = [version, ...(compared === undefined || compared === version ? [] : [compared])]
  const testsDraft = tested.includes(null)
  const hasErrors = testsDraft && problems.some(({ severity }) => severity === 'error')
  const permitted = models.filter(({ name }) => workflow.allowed_models.length === 0 || workflow.allowed_models.includes(name))
  const model = permitted.find(({ id }) => id === modelId)
  const options = [null, ...numbers].map((each) => ({ value: toOption(each), label: formatVersion(each) }))
  const last = turns.at(-1)
  const log = useRef<HTMLDivElement>(null)
  const lastKey = last?.key

  useEffect(() => {
    if (lastKey !== undefined) log.current?.lastElementChild?.scrollIntoView({ block: 'start' })
  }, [lastKey])

  const target = { graph: draft.graph, versions: tested }

  /** Returns whether the draft can run; otherwise its problems are shown. */
  function checkDraft(): boolean {
    setIsRefused(hasErrors)
    return !hasErrors
  }

  function handleAsk() {
    const text = question.trim()
    if (text === '' || isRunning || !checkDraft()) return
    const chosen = { ...(model && { model: { id: model.id } }), response_language: language ?? interfaceLanguage }
    store.ask({ ...target, question: text, options: chosen })
    onChange({ ...settings, question: '' })
    field.current?.focus()
  }

  return (
    <>
      <div className={classes.scroll}>
        <div className={classes.choices}>
          <Select
            size="xs"
            label={t('choice.version')}
            data={options}
            value={toOption(version)}
            allowDeselect={false}
            onChange={(value) => onChange({ ...settings, version: fromOption(value ?? draftOption) })}
          />
          <Select
            size="xs"
            label={t('choice.compared')}
            data={[{ value: noneOption, label: t('choice.comparedNone') }, ...options.filter(({ value }) => value !== toOption(version))]}
            value={compared === undefined || compared === version ? noneOption : toOption(compared)}
            allowDeselect={false}
            onChange={(value) => onChange({ ...settings, compared: value ? fromOption(value) : undefined })}
          />
          <Select
            size="xs"
            label={t('choice.model')}
            data={[
              { value: noneOption, label: t('choice.modelDefault') },
              ...permitted.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={model?.id ?? noneOption}
            allowDeselect={false}
            onChange={(value) => onChange({ ...settings, modelId: value || null })}
          />
          <Select
            size="xs"
            label={t('choice.language')}
            data={languages.map((each) => ({ value: each, label: languageNames[each] }))}
            value={language ?? interfaceLanguage}
            allowDeselect={false}
            onChange={(value) => onChange({ ...settings, language: value })}
          />
        </div>
        <Text size="sm" c="dimmed">
          {testsDraft ? t('hint.draft') : t('hint.version')}
        </Text>
        <div ref={log} className={classes.turns}>
          {turns.map((turn) => (
            <TestTurn key={turn.key} turn={turn} onOpen={onOpen} />
          ))}
        </div>
        {inspected && !shown?.nodes.has(inspected.id) && (
          <section aria-label={formatTitle(inspected)}>
            <Text size="sm" fw={600} mb={4}>
              {formatTitle(inspected)}
            </Text>
            <NodeRunDetails node={inspected} run={undefined} onOpen={() => onOpen(inspected.id)} />
          </section>
        )}
        {isRefused && hasErrors && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" title={t('problem.title')}>
            <ProblemList problems={problems} onOpen={onOpen} />
          </Alert>
        )}
      </div>
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault()
          handleAsk()
        }}
      >
        <Textarea
          ref={field}
          label={t('question.label')}
          placeholder={t('question.placeholder')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.messageCharacters}
          value={question}
          onChange={(event) => onChange({ ...settings, question: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (!isSubmitKey(event.nativeEvent)) return
            event.preventDefault()
            handleAsk()
          }}
        />
        <Group gap="xs" mt="xs">
          {isRunning ? (
            <Button
              key="run"
              size="xs"
              variant="default"
              leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
              onClick={() => store.stop()}
            >
              {t('action.stop')}
            </Button>
          ) : (
            <Button
              key="run"
              size="xs"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              disabled={question.trim() === ''}
              onClick={handleAsk}
            >
              {t('action.ask')}
            </Button>
          )}
          {last && !isRunning && last.runs.every(({ nodeId }) => nodeId === null) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRepeat size={16} aria-hidden />}
              onClick={() => checkDraft() && store.repeat(target)}
            >
              {t('action.repeat')}
            </Button>
          )}
          {last && (
            <Button size="xs" variant="subtle" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => store.restart()}>
              {t('action.restart')}
            </Button>
          )}
        </Group>
      </form>
    </>
  )
}
