import { useBrand } from './use-brand.ts'
import classes from './BrandMark.module.css'

/** The tenant's logo, or the product's own: the eye of a heddle between two warp threads. */
export function BrandMark({ size = 32 }: { size?: number }) {
  const { logo } = useBrand()
  if (logo) return <img src={logo} alt="" className={classes.logo} style={{ height: size, maxWidth: size * 4 }} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false" className={classes.mark}>
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
        <path d="M10 6.5v19M16 6.5v5.6M16 19.9v5.6M22 6.5v19" />
        <ellipse cx="16" cy="16" rx="2.4" ry="3.9" />
      </g>
    </svg>
  )
}
