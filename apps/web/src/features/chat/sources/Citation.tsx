import type { MessageSource } from '@heddle/contracts/chat/message'
import { findShownNumber } from '@heddle/text/citation/citation-numbers'
import { Tooltip } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Citation.module.css'
import { ReplySourcesContext, useSourcePanel } from './source-panel.ts'

/** A citation in a reply's text, which opens its source; a number without a source stays text. */
export function Citation({ children }: { children?: unknown }) {
  const { t } = useTranslation('chat')
  const reply = use(ReplySourcesContext)
  const panel = useSourcePanel()
  const formatSourceName = useSourceName()
  const number = Number(children)
  const source = reply?.sources.find((known) => known.number === number)
  if (!reply || !source || !panel) return `[${number}]`
  const name = formatSourceName(source)
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

/** Returns a formatter of a source's name: its file and page, if known. */
function useSourceName() {
  const { t } = useTranslation('chat')
  return ({ title, page }: Pick<MessageSource, 'title' | 'page'>): string => {
    const name = title || t('sources.unnamed')
    return page === null ? name : t('sources.nameAtPage', { name, page })
  }
}
