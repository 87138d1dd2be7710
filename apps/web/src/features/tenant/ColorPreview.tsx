import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveBrandScale } from '#shared/theme/theme.ts'
import classes from './ColorPreview.module.css'

/** A button, a link and a message in a color, on a light and on a dark page. */
export function ColorPreview({ color }: { color: string | null }) {
  const { t } = useTranslation('tenant')
  const { colors, primaryShade } = resolveBrandScale(color)
  const schemes: Record<'light' | 'dark', Record<string, string>> = {
    light: {
      '--preview-fill': colors[primaryShade.light],
      '--preview-text': colors[8],
      '--preview-bubble': colors[0],
      '--preview-shape': colors[6],
    },
    dark: {
      '--preview-fill': colors[primaryShade.dark],
      '--preview-text': colors[4],
      '--preview-bubble': '#262422',
      '--preview-shape': colors[6],
    },
  }
  return (
    <div className={classes.schemes} role="img" aria-label={t('preview.label')}>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={classes.page} data-scheme={scheme} style={schemes[scheme] as CSSProperties} aria-hidden>
          <span className={classes.scheme}>{t(`preview.${scheme}`)}</span>
          <span className={classes.bubble}>{t('preview.question')}</span>
          <span className={classes.answer}>
            <span className={classes.mark} />
            <span>
              {t('preview.answer')} <span className={classes.link}>{t('preview.link')}</span>
            </span>
          </span>
          <span className={classes.button}>{t('preview.button')}</span>
        </div>
      ))}
    </div>
  )
}
