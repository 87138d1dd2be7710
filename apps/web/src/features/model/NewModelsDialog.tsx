import type { ManagedModel } from '@heddle/contracts/model/model'
import { Group, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './Models.module.css'
import { ServerFailure } from './ServerFailure.tsx'
import { useTestModel } from './models.queries.ts'

type NewModelsDialogProps = { models: readonly ManagedModel[]; onClose: () => void }

/** Tests models that were just added, one after the other: a server may load each first. Closing ends a running test. */
export function NewModelsDialog({ models, onClose }: NewModelsDialogProps) {
  const { t } = useTranslation('model')
  const [tested, setTested] = useState(0)
  return (
    <Dialog isOpen title={t('firstTest.title')} maxWidth={560} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('firstTest.hint', { count: models.length })}</Text>
        <Stack component="ul" gap="sm" className={classes.list} aria-live="polite">
          {models.map((model, index) => (
            <FirstTest key={model.id} model={model} isNext={index === tested} onEnd={() => setTested(index + 1)} />
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}

type FirstTestProps = { model: ManagedModel; isNext: boolean; onEnd: () => void }

function FirstTest({ model: { id, name }, isNext, onEnd }: FirstTestProps) {
  const { t } = useTranslation('model')
  const { tag } = useLanguage()
  const { mutate, data, error, isPending } = useTestModel(id)
  const begin = useEffectEvent((signal: AbortSignal) => mutate({ checks: [], signal }, { onSettled: onEnd }))
  useEffect(() => {
    if (!isNext) return
    const closing = new AbortController()
    begin(closing.signal)
    return () => closing.abort()
  }, [isNext])
  const test = data?.model.last_test
  const seconds = test && new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(test.elapsed_ms / 1_000)
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        {isPending && <Loader size={16} aria-hidden />}
        {test && !test.error && <IconCircleCheck size={18} className={classes.works} aria-hidden />}
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {isPending && (
          <Text size="sm" c="dimmed">
            {t('firstTest.running')}
          </Text>
        )}
        {test && !test.error && (
          <Text size="sm" c="dimmed">
            {t('firstTest.works', { seconds })}
          </Text>
        )}
      </Group>
      {test?.error && <ServerFailure error={test.error} />}
      <ErrorAlert error={error} />
    </li>
  )
}
