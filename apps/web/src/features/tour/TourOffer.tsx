import { Button, FocusTrap, Group, Paper, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isCancelKey } from '#shared/shortcuts/submit-key.ts'
import classes from './Tour.module.css'
import type { TourName } from './tour-steps.ts'

type TourOfferProps = { tour: TourName; onStart: () => void; onLeave: () => void }

/** Offers the tour, beside the page: the user may ignore it. */
export function TourOffer({ tour, onStart, onLeave }: TourOfferProps) {
  const { t } = useTranslation('tour')
  const id = useId()
  return (
    <Paper
      component="section"
      role="dialog"
      aria-labelledby={id}
      className={classes.offer}
      withBorder
      shadow="md"
      onKeyDown={({ nativeEvent }) => isCancelKey(nativeEvent) && onLeave()}
    >
      <FocusTrap.InitialFocus />
      <Title order={2} fz="md" id={id}>
        {t('offer.title')}
      </Title>
      <Text size="sm" mt={4} mb="md">
        {t(`offer.text.${tour}`)}
      </Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" size="sm" onClick={onLeave}>
          {t('offer.leave')}
        </Button>
        <Button size="sm" onClick={onStart}>
          {t('offer.start')}
        </Button>
      </Group>
    </Paper>
  )
}
