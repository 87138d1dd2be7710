import { useTranslation } from 'react-i18next'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from './CountBars.module.css'

export type CountLine = { key: string; name: string; good: number; bad: number }

/** All lines are in the CSV; a chart has to be readable at a glance. */
const maxLines = 14

/** The minimum value of a full bar: a single reply must not fill it. */
const minScale = 10

/** The counts of good and bad ratings in the first lines. The numbers are the content, the bars are decoration. */
export function CountBars({ title, lines }: { title: string; lines: readonly CountLine[] }) {
  const { t } = useTranslation('feedback')
  const shown = lines.slice(0, maxLines)
  const scale = Math.max(minScale, ...shown.map(({ good, bad }) => good + bad))
  const share = (count: number) => ({ width: `${(count / scale) * 100}%` })
  return (
    <Section title={title}>
      <ul className={classes.list} aria-label={title}>
        {shown.map(({ key, name, good, bad }) => (
          <li key={key} className={classes.line}>
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.counts}>{t('counts', { good, bad })}</span>
            </span>
            <span className={classes.bar} aria-hidden>
              <span className={classes.good} style={share(good)} />
              <span className={classes.bad} style={share(bad)} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
