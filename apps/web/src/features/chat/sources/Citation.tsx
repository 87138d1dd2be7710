import { findShownNumber } from '@heddle/contracts/citations'
import { Tooltip } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Citation.module.css'
import { ReplySourcesContext } from './reply-sources.ts'
import { useSourceName } from './use-source-name.ts'
import { useSourcePanel } from './source-panel.ts'

/** A citation in a reply's text, which opens its source; what is no source's number stays as it was written. */
export function Citation({ children }: { children?: unknown }) {
  const { t } = useTranslation('chat')
  const reply = use(ReplySourcesContext)
  const panel = useSourcePanel()
  const nameOf = useSourceName()
  const number = Number(children)
  const source = reply?.sources.find((known) => known.number === number)
  if (!reply || !source || !panel) return `[${number}]`
  const name = nameOf(source)
  const shown = findShownNumber(reply.sources, number)
  return (
    <Tooltip label={name} multiline maw={320}>
      <button
        type="button"
        className={classes.root}
        aria-label={t('sources.cited', { number: shown, name })}
        onClick={() => panel.openSources(reply, number)}
      >
        {shown}
      </button>
    </Tooltip>
  )
}
