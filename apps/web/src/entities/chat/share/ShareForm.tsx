import { type ChatShare, ShareAudience } from '@heddle/contracts/chat/share'
import { Button, Group, Input, Radio, SegmentedControl, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { notify } from '#shared/notify/notify.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { chatQueries } from '../chats.queries.ts'
import { ReaderSelect } from './ReaderSelect.tsx'
import { computeEnd, shareDays, type ShareEnd, toShareInput, toShareValues } from './share-form.ts'
import { ShareNotice } from './ShareNotice.tsx'
import { SharePreview } from './SharePreview.tsx'
import { useSaveShare } from './shares.queries.ts'
import { useShareWords } from './use-share-words.ts'

type ShareFormProps = {
  chatId: string
  /** The share that is changed; null for a new one. */
  share: ChatShare | null
  /** Whether the search for readers has the focus from the beginning. */
  isFocused: boolean
  onSaved: () => void
  onCancel: () => void
}

/** Who may read a chat, which messages and until when, with what they would not see. Mount a new one for each share. */
export function ShareForm({ chatId, share, isFocused, onSaved, onCancel }: ShareFormProps) {
  const { t } = useTranslation('share')
  const { t: tCommon } = useTranslation()
  const { formatReaders } = useShareWords()
  const [values, setValues] = useState(() => toShareValues(share))
  const [wasSwitched, setWasSwitched] = useState(false)
  const [openedAt] = useState(() => new Date())
  const save = useSaveShare(chatId)
  const { audience, mode, end } = values

  const keptMessageId = share?.until_message_id ?? null
  const needsMessages = mode === 'until_message' && keptMessageId === null
  const { data: chat, error: chatError } = useQuery({ ...chatQueries.detail(chatId), enabled: needsMessages, meta: { silent: true } })
  const lastEnded = chat?.messages.findLast(({ status }) => status !== 'generating')?.id ?? null
  const untilMessageId = mode === 'live' ? null : (keptMessageId ?? lastEnded)
  const isMessageMissing = mode === 'until_message' && untilMessageId === null
  const input = isMessageMissing ? null : toShareInput(values, { until_message_id: untilMessageId })
  const reason = isMessageMissing ? t('mode.noMessages') : input === null ? t('find.first') : null
  const keptEnd = share?.expires_at ?? null

  const set = (next: Partial<typeof values>) => setValues((last) => ({ ...last, ...next }))

  function handleSave() {
    if (input === null) return
    const expires_at = computeEnd(end, keptEnd, new Date())
    save.mutate(
      { shareId: share?.id ?? null, share: { ...input, expires_at } },
      {
        onSuccess: () => {
          notify({ kind: 'success', message: t(share ? 'changed' : 'done'), timeout: 1_500 })
          onSaved()
        },
      },
    )
  }

  const ends = [
    ...(keptEnd === null ? [] : [{ value: 'kept', label: t('end.kept', { time: formatDateTime(parseTime(keptEnd)) }) }]),
    ...shareDays.map((value) => ({ value, label: t('end.days', { count: Number(value) }) })),
    { value: 'none', label: t('end.none') },
  ]

  return (
    <Stack component="section" gap="md" aria-label={share ? t('form.changing', { readers: formatReaders(share) }) : t('form.new')}>
      <Input.Wrapper label={t('audience.label')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('audience.label')}
          value={audience}
          data={ShareAudience.options.toReversed().map((value) => ({ value, label: t(`audience.${value}`) }))}
          onChange={(next) => {
            setWasSwitched(true)
            set({ audience: ShareAudience.parse(next) })
          }}
        />
      </Input.Wrapper>
      {audience !== 'tenant' && (
        <ReaderSelect
          key={audience}
          kind={audience === 'groups' ? 'group' : 'user'}
          value={values[audience]}
          isFocused={isFocused && !wasSwitched}
          onChange={(readers) => set({ [audience]: readers })}
        />
      )}
      <Radio.Group label={t('mode.label')} value={mode} onChange={(next) => set({ mode: next === 'live' ? 'live' : 'until_message' })}>
        <Stack gap={6} mt={6}>
          <Radio value="live" label={t('mode.live')} />
          <Radio value="until_message" label={t(keptMessageId === null ? 'mode.until_message' : 'mode.until_messageKept')} />
        </Stack>
      </Radio.Group>
      <Select
        label={t('end.label')}
        maw={280}
        allowDeselect={false}
        data={ends}
        value={end}
        onChange={(next) => next !== null && set({ end: next as ShareEnd })}
      />
      {input && <SharePreview chatId={chatId} share={input} />}
      {input && <ShareNotice values={values} expiresAt={computeEnd(end, keptEnd, openedAt)} />}
      <ErrorAlert error={save.error ?? chatError} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={save.isPending} onClick={onCancel}>
          {tCommon(share ? 'cancel' : 'close')}
        </Button>
        <ReasonedButton reason={reason} loading={save.isPending} onClick={handleSave}>
          {share ? tCommon('save') : t('submit')}
        </ReasonedButton>
      </Group>
    </Stack>
  )
}
