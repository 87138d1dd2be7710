import type { MessageSource } from '@heddle/contracts/message/message'
import { findUnsupportedIn } from '@heddle/text/citation/count-unsupported'
import { findShownNumber } from '@heddle/text/citation/citation-numbers'
import { Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useListText } from '#i18n/use-language.ts'
import classes from './Citation.module.css'
import { useFigureCheck } from './figure-check.ts'
import { ReplySourcesContext, useSourcePanel } from './source-panel.ts'

const noSources: readonly MessageSource[] = []

type CitationProps = {
  children?: unknown
  /** Of the last citation behind a statement: what it says, and the numbers of all that it cites. */
  'data-statement'?: string
  'data-numbers'?: string
}

/** A citation in a reply's text, which opens its source; a number without a source stays text. */
export function Citation({ children, 'data-statement': statement = '', 'data-numbers': numbers = '' }: CitationProps) {
  const { t } = useTranslation('chat')
  const reply = use(ReplySourcesContext)
  const panel = useSourcePanel()
  const formatSourceName = useSourceName()
  const checkFigures = useFigureCheck(reply?.sources ?? noSources)
  const number = Number(children)
  const source = reply?.sources.find((known) => known.number === number)
  if (!reply || !source || !panel) return `[${number}]`
  const name = formatSourceName(source)
  const shown = findShownNumber(reply.sources, number)
  const cited = numbers.split(' ').map(Number)
  const missing = statement === '' ? [] : findUnsupportedIn(statement, cited, reply.sources, checkFigures)
  const isOfRows = reply.sources.every((known) => known.rows !== undefined || !cited.includes(known.number))
  return (
    <>
      <Tooltip label={name} multiline maw={320}>
        <button
          type="button"
          className={classes.root}
          aria-label={t('sources.cited', { number: shown, name })}
          onClick={() => panel.openSources(reply, number, statement)}
        >
          {shown}
        </button>
      </Tooltip>
      {missing.length > 0 && <NotFound missing={missing} isOfRows={isOfRows} />}
    </>
  )
}

/** Marks a statement of which the source does not have everything. */
function NotFound({ missing, isOfRows }: { missing: readonly string[]; isOfRows: boolean }) {
  const { t } = useTranslation('chat')
  const listText = useListText()
  const label = t(isOfRows ? 'sources.notInTable' : 'sources.notFound', { what: listText(missing) })
  return (
    <Tooltip label={label} multiline maw={320}>
      <span role="img" aria-label={label} className={classes.missing}>
        <IconAlertTriangle size="1em" aria-hidden />
      </span>
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
