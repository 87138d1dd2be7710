import { Button, CloseButton, Group, Popover, Text, Title } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Tour.module.css'
import { findStep, findTourElement, type TourName, tours } from './tour-steps.ts'
import { useElementBox } from './use-element-box.ts'

/** Explains a page, one element after the other. */
export function TourSteps({ tour, onLeave }: { tour: TourName; onLeave: () => void }) {
  const { t } = useTranslation('tour')
  const id = useId()
  const [index, setIndex] = useState(0)
  const steps = tours[tour]
  const step = steps[index] ?? steps[0]
  const box = useElementBox(step)
  useFocusReturn({ opened: true })
  if (!box) return null

  const [before, next] = [findStep(steps, index, -1), findStep(steps, index, 1)]
  const shown = steps.filter((known) => known === step || findTourElement(known) !== null)
  return (
    <Popover key={step} opened width={320} withArrow withRoles={false} trapFocus closeOnClickOutside={false} onDismiss={onLeave}>
      <Popover.Target>
        <div className={classes.spot} style={{ ...box }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} fz="md" id={`${id}-title`}>
            {t(`step.${step}.title`)}
          </Title>
          <CloseButton aria-label={t('leave')} onClick={onLeave} />
        </Group>
        <Text size="sm" mt={4} mb="md" id={`${id}-text`}>
          {t(`step.${step}.text`)}
        </Text>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {t('position', { number: shown.indexOf(step) + 1, total: shown.length })}
          </Text>
          <Group gap="xs">
            {before !== null && (
              <Button variant="default" size="xs" onClick={() => setIndex(before)}>
                {t('back')}
              </Button>
            )}
            <Button size="xs" data-autofocus onClick={() => (next === null ? onLeave() : setIndex(next))}>
              {t(next === null ? 'finish' : 'next')}
            </Button>
          </Group>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
