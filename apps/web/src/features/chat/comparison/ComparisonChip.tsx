import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { compareIn, type DraftComparison } from '../draft/drafts.ts'
import classes from '../mention/MentionPicker.module.css'

type ComparisonChipProps = { scope: string; comparison: DraftComparison }

/** Those that the next question goes to, above the composer. */
export function ComparisonChip({ scope, comparison: { candidates, is_blind: isBlind } }: ComparisonChipProps) {
  const { t } = useTranslation('comparison')
  const localized = useLocalized()
  const isSameExpert = new Set(candidates.map(({ assistant }) => assistant.id)).size === 1
  const names = candidates.map(({ assistant, model }) => {
    const expert = localized(assistant.name)
    if (!model) return expert
    return isSameExpert ? model.name : t('chip.candidate', { expert, model: model.name })
  })

  function handleRemove() {
    compareIn(scope, null)
    runShortcut('composer')
  }

  return (
    <div className={classes.root} role="status">
      <span className={classes.name}>{t(isBlind ? 'chip.blind' : 'chip.open', { names: names.join(' · ') })}</span>
      <CloseButton size="sm" aria-label={t('chip.remove')} onClick={handleRemove} />
    </div>
  )
}
