import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

const steps = ['read', 'map', 'check'] as const
export type ImportStep = (typeof steps)[number] | 'done'

/** The three steps, and which of them is the next. */
export function ImportTrail({ step }: { step: ImportStep }) {
  const { t } = useTranslation('import')
  const current = step === 'done' ? steps.length : steps.indexOf(step)
  return (
    <ol className={classes.trail} aria-label={t('trail')}>
      {steps.map((name, index) => (
        <li key={name} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
          <span className={classes.stepNumber} aria-hidden>
            {index < current ? <IconCheck size={14} /> : index + 1}
          </span>
          {t(`step.${name}`)}
          {index < current && <span className={classes.unseen}>{t('stepDone')}</span>}
        </li>
      ))}
    </ol>
  )
}
