import { limits } from '@heddle/contracts/limits'
import { resolveFileReading } from '@heddle/workflow/model/graph/file-step'
import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPlay, IconPlayerStopFilled, IconRefresh, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantModelsQuery } from '#entities/model/models.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import { ProblemList } from '../ProblemList.tsx'
import { useBuilder } from '../use-builder.tsx'
import { TestChoices } from './TestChoices.tsx'
import { TestLog } from './TestLog.tsx'
import classes from './TestPanel.module.css'
import type { TestPanelProps } from './test-settings.ts'
import { useTests, useTestStore } from './run/use-tests.ts'

/** The turns of the test, and the form that asks the next question. */
export function TestAsking({ workflow, settings, onChange, files, onOpen }: TestPanelProps) {
  const { t } = useTranslation('testing')
  const { language: interfaceLanguage } = useLanguage()
  const { draft, problems } = useBuilder()
  const store = useTestStore()
  const isRunning = useTests((state) => state.isRunning)
  const hasTurns = useTests(({ turns }) => turns.length > 0)
  const isRepeatable = useTests(({ turns }) => turns.at(-1)?.runs.every(({ nodeId }) => nodeId === null) === true)
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: models = [] } = useQuery(tenantModelsQuery())
  const { question, version, compared, modelId, language } = settings
  const tested = [version, ...(compared === undefined || compared === version ? [] : [compared])]
  const testsDraft = tested.includes(null)
  const hasErrors = testsDraft && problems.some(({ severity }) => severity === 'error')
  const permitted = models.filter(({ name }) => workflow.allowed_models.length === 0 || workflow.allowed_models.includes(name))
  const model = permitted.find(({ id }) => id === modelId)
  const target = { graph: draft.graph, versions: tested }

  /** Returns whether the draft can run; otherwise its problems are shown. */
  function checkDraft(): boolean {
    setIsRefused(hasErrors)
    return !hasErrors
  }

  const acceptsFiles = !testsDraft || resolveFileReading(draft.graph, workflow.allow_files) !== 'none'

  function handleAsk(filesProblem: string | null) {
    const text = question.trim()
    if (text === '' || filesProblem !== null || isRunning || !checkDraft()) return
    const chosen = {
      ...(model && { model: { id: model.id } }),
      response_language: language ?? interfaceLanguage,
      ...(files.files.length > 0 && { file_ids: files.files.map(({ id }) => id) }),
    }
    store.ask({ ...target, question: text, options: chosen })
    onChange({ ...settings, question: '' })
    field.current?.focus()
  }

  function handleRestart() {
    store.restart()
    files.onChange([])
  }

  return (
    <>
      <div className={classes.scroll}>
        <TestChoices workflow={workflow} models={permitted} settings={settings} onChange={onChange} />
        <Text size="sm" c="dimmed">
          {testsDraft ? t('hint.draft') : t('hint.version')}
        </Text>
        <TestLog onOpen={onOpen} />
        {isRefused && hasErrors && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" title={t('problem.title')}>
            <ProblemList problems={problems} onOpen={onOpen} />
          </Alert>
        )}
      </div>
      {files.render({
        acceptsFiles,
        files: files.files,
        onChange: files.onChange,
        children: ({ tray, button, problem }) => (
          <form
            className={classes.composer}
            onSubmit={(event) => {
              event.preventDefault()
              handleAsk(problem)
            }}
          >
            {tray}
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
                handleAsk(problem)
              }}
            />
            {problem !== null && (
              <Text size="xs" c="dimmed" role="status">
                {problem}
              </Text>
            )}
            <Group gap="xs" mt="xs">
              {button}
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
                  onClick={() => handleAsk(problem)}
                >
                  {t('action.ask')}
                </Button>
              )}
              {isRepeatable && !isRunning && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconRepeat size={16} aria-hidden />}
                  onClick={() => checkDraft() && store.repeat(target)}
                >
                  {t('action.repeat')}
                </Button>
              )}
              {hasTurns && (
                <Button size="xs" variant="subtle" leftSection={<IconRefresh size={16} aria-hidden />} onClick={handleRestart}>
                  {t('action.restart')}
                </Button>
              )}
            </Group>
          </form>
        ),
      })}
    </>
  )
}
