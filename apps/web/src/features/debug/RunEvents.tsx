import type { DebugRun } from '@heddle/contracts/debug/debug-run'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '#shared/hooks/use-copy.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from './RunEvents.module.css'

type Events = NonNullable<DebugRun['reply']>['events'] | NonNullable<DebugRun['test']>['events']

/** The events of a run as JSON, one a line. */
export function RunEvents({ events }: { events: Events }) {
  const { t } = useTranslation('debug')
  const { t: tCommon } = useTranslation()
  const lines = useMemo(() => events.map((one) => JSON.stringify(one)).join('\n'), [events])
  const { isCopied, copy } = useCopy(() => lines)
  return (
    <Section
      title={t('event.title')}
      hint={t('event.hint')}
      aside={
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          {isCopied ? tCommon('copied') : t('event.copy')}
        </Button>
      }
    >
      {/* A long list scrolls by itself, which needs the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre translate="no" className={classes.events} tabIndex={0} role="group" aria-label={t('event.title')}>
        {lines}
      </pre>
    </Section>
  )
}
