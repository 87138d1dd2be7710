import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Preview.module.css'

type PageNavProps = {
  page: number
  /** Null where it is not known. */
  count: number | null
  hasNext: boolean
  onGo: (page: number) => void
}

export function PageNav({ page, count, hasNext, onGo }: PageNavProps) {
  const { t } = useTranslation('chat')
  const [typed, setTyped] = useState<string | null>(null)

  function handleGo() {
    const wanted = Number.parseInt(typed ?? '', 10)
    if (wanted >= 1 && wanted <= (count ?? wanted)) onGo(wanted)
    setTyped(null)
  }

  return (
    <form
      className={classes.nav}
      aria-label={t('sources.pages')}
      onSubmit={(event) => {
        event.preventDefault()
        handleGo()
      }}
    >
      <Tooltip label={t('sources.previousPage')}>
        <ActionIcon aria-label={t('sources.previousPage')} disabled={page <= 1} onClick={() => onGo(page - 1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
      </Tooltip>
      <input
        className={classes.pageInput}
        inputMode="numeric"
        aria-label={t('sources.pageNumber')}
        value={typed ?? page}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={handleGo}
      />
      {count !== null && <span>{t('sources.ofPages', { count })}</span>}
      <Tooltip label={t('sources.nextPage')}>
        <ActionIcon aria-label={t('sources.nextPage')} disabled={!hasNext} onClick={() => onGo(page + 1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </Tooltip>
    </form>
  )
}
