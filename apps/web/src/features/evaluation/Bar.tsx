import { useEvalWords } from '#entities/evaluation/use-eval-words.ts'
import classes from './evaluation.module.css'

/** A share as text with a bar, which says no more than the text. */
export function Bar({ share }: { share: number | null }) {
  const { formatShare } = useEvalWords()
  return (
    <span className={classes.share}>
      <span className={classes.amount}>{formatShare(share)}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${100 * (share ?? 0)}%` }} />
      </span>
    </span>
  )
}
