import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useCauseTestError } from './debug.queries.ts'

/** Fails the page or a request, to see what is shown and whether the error-reporting service receives it. */
export function ErrorTest() {
  const { t } = useTranslation('debug')
  const [isFailing, setIsFailing] = useState(false)
  const request = useCauseTestError()
  if (isFailing) throw new Error('Test error of the debug view')
  return (
    <Section
      title={t('error.title')}
      hint={t('error.hint')}
      aside={
        <Group gap="xs">
          <Button variant="default" color="red" onClick={() => setIsFailing(true)}>
            {t('error.throw')}
          </Button>
          <Button variant="default" color="red" loading={request.isPending} onClick={() => request.mutate()}>
            {t('error.request')}
          </Button>
        </Group>
      }
    >
      <ErrorAlert error={request.error} />
    </Section>
  )
}
