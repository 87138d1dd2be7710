import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#shared/ui/buttons/ActionButton.tsx'
import classes from './Preview.module.css'

type PageNavProps = {
  page: number
  /** Null when it is unknown. */
  count: number | null
  hasNext: boolean
  unit?: 'page' | 'sheet'
  onGo: (page: number) => void
}

export function PageNav({ page, count, hasNext, unit = 'page', onGo }: PageNavProps) {
  const { t } = useTranslation('document')
  const [typed, setTyped] = useState<string | null>(null)

  function handleGo() {
    const wanted = Number.parseInt(typed ?? '', 10)
    if (wanted >= 1 && wanted <= (count ?? wanted)) onGo(wanted)
    setTyped(null)
  }

  return (
    <form
      className={classes.nav}
      aria-label={t(`nav.${unit}.title`)}
      onSubmit={(event) => {
        event.preventDefault()
        handleGo()
      }}
    >
      <ActionButton label={t(`nav.${unit}.previous`)} reason={page > 1 ? null : t(`nav.${unit}.noMore`)} onClick={() => onGo(page - 1)}>
        <IconChevronLeft size={18} />
      </ActionButton>
      <input
        className={classes.pageInput}
        inputMode="numeric"
        aria-label={t(`nav.${unit}.number`)}
        value={typed ?? page}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={handleGo}
      />
      {count !== null && <span>{t(`nav.${unit}.of`, { count })}</span>}
      <ActionButton label={t(`nav.${unit}.next`)} reason={hasNext ? null : t(`nav.${unit}.noMore`)} onClick={() => onGo(page + 1)}>
        <IconChevronRight size={18} />
      </ActionButton>
    </form>
  )
}
