import type { ReactNode, Ref } from 'react'
import classes from '../Preview.module.css'

type TextFrameProps = { ref: Ref<HTMLDivElement>; label: string; children: ReactNode }

/** A text of a document, which scrolls in its frame. */
export const TextFrame = ({ ref, label, children }: TextFrameProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
  <div ref={ref} className={classes.text} tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)
