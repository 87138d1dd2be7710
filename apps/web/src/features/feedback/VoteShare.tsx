import type { VotePair } from '@heddle/contracts/feedback/vote'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import classes from './VoteTable.module.css'

const toPercent = (share: number) => `${share * 100}%`

/** The share of the votes that the first of a pair has: where it probably lies, on a line whose middle is a draw. */
export function VoteShare({ share: { mean, low, high } }: { share: NonNullable<VotePair['share']> }) {
  const { t } = useTranslation('feedback')
  const { tag } = useLanguage()
  const format = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <span className={classes.share}>
      {t('votes.range', { mean: format.format(mean), low: format.format(low), high: format.format(high) })}
      <span className={classes.line} aria-hidden>
        <span className={classes.bar} style={{ left: toPercent(low), width: toPercent(high - low) }} />
        <span className={classes.mean} style={{ left: toPercent(mean) }} />
      </span>
    </span>
  )
}
