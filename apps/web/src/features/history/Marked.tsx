import type { ChatMatch } from '@heddle/contracts/chat/history'
import classes from './Marked.module.css'

type MarkedProps = { text: string; marks: ChatMatch['marks'] }

/** A text with its keywords marked. */
export function Marked({ text, marks }: MarkedProps) {
  const pieces = marks.map(([from, to], index) => ({
    before: text.slice(marks[index - 1]?.[1] ?? 0, from),
    marked: text.slice(from, to),
    from,
  }))
  return (
    <>
      {pieces.map(({ before, marked, from }) => (
        <span key={from}>
          {before}
          <mark className={classes.mark}>{marked}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
