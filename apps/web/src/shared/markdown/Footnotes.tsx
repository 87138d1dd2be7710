import { createContext, type MouseEvent, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Markdown.module.css'

/** What the ids of one reply's footnotes begin with. */
export const FootnoteContext = createContext('reply')

const noteId = (prefix: string, number: string | number) => `${prefix}-note-${number}`
const markId = (prefix: string, number: string | number, count: string | number) => `${prefix}-mark-${number}-${count}`

/** Shows the other end within the page: an address would leave its place in the history, for the router to follow. */
function jump(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const target = document.getElementById(event.currentTarget.hash.slice(1))
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}

/** `position` is the number of the note, and how many of its marks are before this one. */
export function FootnoteMark({ position }: { position: string }) {
  const { t } = useTranslation('markdown')
  const prefix = use(FootnoteContext)
  const [number = '', count = ''] = position.split('-')
  return (
    <a
      id={markId(prefix, number, count)}
      href={`#${noteId(prefix, number)}`}
      className={classes.link}
      data-footnote-ref
      aria-label={t('footnote', { number })}
      onClick={jump}
    >
      {number}
    </a>
  )
}

type FootnotesProps = { notes: readonly { number: number; content: ReactNode }[] }

/** The notes of a reply, each with the way back to its first mark. */
export function Footnotes({ notes }: FootnotesProps) {
  const { t } = useTranslation('markdown')
  const prefix = use(FootnoteContext)
  return (
    <section className={classes.footnotes} data-footnotes>
      <h2 className={classes.hidden}>{t('footnotes')}</h2>
      <ol>
        {notes.map(({ number, content }) => (
          <li key={number} id={noteId(prefix, number)} tabIndex={-1}>
            {content}
            <a
              href={`#${markId(prefix, number, 0)}`}
              className={classes.link}
              data-footnote-backref
              aria-label={t('backToText', { number })}
              onClick={jump}
            >
              ↩
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
