import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type PagePartProps = {
  /** The first character of the part, and the one after its last. */
  from: number
  end: number
  /** Characters of the page. */
  length: number
  /** Shows the part that has a character. */
  onGo: (at: number) => void
  children: ReactNode
}

/** A part of a long page, with the ways to the parts before and after it. */
export function PagePart({ from, end, length, onGo, children }: PagePartProps) {
  const { t } = useTranslation('document')
  return (
    <>
      {from > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onGo(from - 1)}>
          {t('partBefore')}
        </Button>
      )}
      {children}
      {end < length && (
        <Group justify="flex-end">
          <Button variant="subtle" size="compact-sm" onClick={() => onGo(end)}>
            {t('partAfter')}
          </Button>
        </Group>
      )}
    </>
  )
}
