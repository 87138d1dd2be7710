import type { Language } from '@heddle/contracts/languages'
import { Button, Group, Progress, SegmentedControl, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { ReplyEnd } from '../message/ReplyEnd.tsx'
import { ReplyNotices, UnsupportedNotice } from '../message/ReplyNotices.tsx'
import { ReplyParts } from '../message/ReplyParts.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import { SourcePanelContext } from '../sources/source-panel.ts'
import classes from './ReplyReplay.module.css'
import type { ReplayEvent } from './replayed-reply.ts'
import { type ReplaySpeed, useReplay } from './use-replay.ts'

type ReplyReplayProps = {
  /** The id of the reply. */
  id: string
  question: string
  language: Language
  events: readonly ReplayEvent[]
  /** Called when a citation is chosen. */
  onOpenSource: () => void
}

const ignore = () => undefined

/** A stored reply, played through what shows a live one. */
export function ReplyReplay({ id, question, language, events, onOpenSource }: ReplyReplayProps) {
  const replay = useReplay(events)
  const { live, status, notices, error } = replay.reply
  const panel = useMemo(() => ({ openSources: onOpenSource, openTold: ignore, openFile: ignore, canPreview: false }), [onOpenSource])
  const isLive = status === 'generating'
  return (
    <>
      <ReplayControls {...replay} total={events.length} />
      <SourcePanelContext value={panel}>
        <div className={classes.screen}>
          <UserMessage content={question} />
          <article aria-busy={isLive}>
            <ReplyParts reply={live} message={{ id, status, response_language: language }} />
            <ReplyEnd message={{ status, content: live.text, ...(error && { error }) }} isOwner />
            {!isLive && <ReplyNotices notices={notices} />}
            {!isLive && <UnsupportedNotice message={{ content: live.text, sources: [...live.sources] }} />}
          </article>
        </div>
      </SourcePanelContext>
    </>
  )
}

type ReplayControlsProps = ReturnType<typeof useReplay> & { total: number }

function ReplayControls({ isPlaying, speed, elapsedMs, endMs, count, total, play, pause, showAll, setSpeed }: ReplayControlsProps) {
  const { t } = useTranslation('debug')
  const { tag } = useLanguage()
  const seconds = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const time = t('replay.time', { elapsed: seconds.format(elapsedMs / 1_000), total: seconds.format(endMs / 1_000) })
  return (
    <Group gap="sm" mb="md">
      <Button
        variant="default"
        leftSection={isPlaying ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={isPlaying ? pause : play}
      >
        {t(isPlaying ? 'replay.pause' : 'replay.play')}
      </Button>
      <SegmentedControl
        size="sm"
        aria-label={t('replay.speed')}
        value={String(speed)}
        onChange={(value) => setSpeed(Number(value) as ReplaySpeed)}
        data={[
          { value: '1', label: '1×' },
          { value: '4', label: '4×' },
        ]}
      />
      <Button variant="default" leftSection={<IconPlayerSkipForward size={16} aria-hidden />} onClick={showAll}>
        {t('replay.all')}
      </Button>
      <div className={classes.progress}>
        <Progress value={endMs === 0 ? 100 : (elapsedMs / endMs) * 100} transitionDuration={0} aria-label={t('replay.progress')} />
        <Text size="xs" c="dimmed" mt={4}>
          {time} · {t('replay.events', { count: total, shown: count, total })}
        </Text>
      </div>
    </Group>
  )
}
