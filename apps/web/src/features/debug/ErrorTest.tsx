import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#shared/ui/layout/Section.tsx'

/** Fails the page on request, to see the error screen and whether the error-reporting service receives it. */
export function ErrorTest() {
  const { t } = useTranslation('debug')
  const [isFailing, setIsFailing] = useState(false)
  if (isFailing) throw new Error('Test error of the debug view')
  return (
    <Section
      title={t('error.title')}
      hint={t('error.hint')}
      aside={
        <Button variant="default" color="red" onClick={() => setIsFailing(true)}>
          {t('error.throw')}
        </Button>
      }
    />
  )
}
