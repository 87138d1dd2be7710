import type { ManagedModel } from '@heddle/contracts/model/model'
import { ModelCheck, type ModelTest } from '@heddle/contracts/model/model-test'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import type { FoundSetting } from './FoundValue.tsx'
import { ServerFailure } from './ServerFailure.tsx'
import { useTestModel } from './models.queries.ts'
import { useFormatSetting } from './use-format-setting.ts'

const limits = ['context_tokens', 'max_output_tokens'] as const

type TestModelDialogProps = { model: ManagedModel; onClose: () => void }

/** Tests a model, and shows its last test. Closing ends a running one. */
export function TestModelDialog({ model, onClose }: TestModelDialogProps) {
  const { t } = useTranslation('model')
  const test = useTestModel(model.id)
  const [checks, setChecks] = useState<ModelCheck[]>([])
  const closing = useRef<AbortController>(null)
  useEffect(() => () => closing.current?.abort(), [])

  function handleTest() {
    closing.current = new AbortController()
    test.mutate({ checks, signal: closing.current.signal })
  }

  return (
    <Dialog isOpen title={t('test.of', { name: model.name })} maxWidth={560} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('test.hint')}</Text>
        {model.kind === 'chat' && (
          <Checkbox.Group
            label={t('test.checks')}
            description={t('test.checksHint')}
            value={checks}
            onChange={(values) => setChecks(ModelCheck.options.filter((check) => values.includes(check)))}
          >
            <Stack gap={8} mt={8}>
              {ModelCheck.options.map((check) => (
                <Checkbox key={check} value={check} label={t(`test.check.${check}`)} disabled={test.isPending} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <div aria-live="polite">{model.last_test && !test.isPending && <TestResult model={model} test={model.last_test} />}</div>
        <ErrorAlert error={test.error} />
        <Group justify="flex-end" gap="xs">
          <Button loading={test.isPending} onClick={handleTest}>
            {t('test.start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function TestResult({ model, test }: { model: ManagedModel; test: ModelTest }) {
  const { t } = useTranslation('model')
  const localized = useLocalized()
  const { tag } = useLanguage()
  const when = formatDateTime(parseTime(test.tested_at))
  const by = test.tested_by ? t('test.by', { when, name: localized(test.tested_by.name) }) : t('test.at', { when })
  const { error, chat, embedding } = test
  const formatSeconds = (ms: number) =>
    t('test.seconds', { amount: new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(ms / 1_000) })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {by}
      </Text>
      {error && <ServerFailure error={error} />}
      {chat && <ChatFacts model={model} chat={chat} formatSeconds={formatSeconds} />}
      {!error && !chat && (
        <Facts>
          {embedding && (
            <Fact name={t('field.dimension')}>{new Intl.NumberFormat(tag, { useGrouping: false }).format(embedding.dimension)}</Fact>
          )}
          <Fact name={t('test.time')}>{formatSeconds(test.elapsed_ms)}</Fact>
        </Facts>
      )}
    </Stack>
  )
}

type ChatFactsProps = { model: ManagedModel; chat: NonNullable<ModelTest['chat']>; formatSeconds: (ms: number) => string }

function ChatFacts({ model, chat, formatSeconds }: ChatFactsProps) {
  const { t } = useTranslation('model')
  const { tag } = useLanguage()
  const format = useFormatSetting()
  /** Whether the form has what was found, or an administrator's own value. */
  const explain = (setting: FoundSetting, found: unknown) =>
    format(setting, found) === format(setting, model[setting])
      ? t('test.filled')
      : t('test.ownStays', { value: format(setting, model[setting]) })
  return (
    <Facts>
      <Fact name={t('test.text')}>{chat.text ?? t('test.none')}</Fact>
      <Fact name={t('test.end')}>{t(`test.endedBy.${chat.ended_by}`)}</Fact>
      <Fact name={t('test.reasoning')} hint={chat.reasoning === 'none' ? undefined : explain('reasoning_format', chat.reasoning)}>
        {chat.reasoning === 'none' ? t('test.none') : t(`reasoningFormat.${chat.reasoning}`)}
      </Fact>
      <Fact name={t('field.refused_parameters')} hint={explain('refused_parameters', chat.refused_parameters)}>
        {format('refused_parameters', chat.refused_parameters)}
      </Fact>
      {limits.map((limit) => {
        const named = chat[limit]
        if (named === null) return null
        return (
          <Fact key={limit} name={t(`field.${limit}`)} hint={explain(limit, named)}>
            {format(limit, named)}
          </Fact>
        )
      })}
      {chat.images && <Fact name={t('field.images')}>{t(`capability.${chat.images}`)}</Fact>}
      {chat.json_schema && <Fact name={t('field.json_schema')}>{t(`capability.${chat.json_schema}`)}</Fact>}
      <Fact name={t('test.first_token')}>{chat.first_token_ms === null ? '–' : formatSeconds(chat.first_token_ms)}</Fact>
      <Fact name={t('test.speed')}>
        {chat.tokens_per_second === null
          ? '–'
          : t('test.tokensPerSecond', { amount: new Intl.NumberFormat(tag).format(chat.tokens_per_second) })}
      </Fact>
      <Fact name={t('test.usage')}>{chat.usage === null ? '–' : t(`test.usageOf.${chat.usage}`)}</Fact>
      {chat.server_calls !== null && <Fact name={t('test.server_calls')}>{new Intl.NumberFormat(tag).format(chat.server_calls)}</Fact>}
    </Facts>
  )
}
