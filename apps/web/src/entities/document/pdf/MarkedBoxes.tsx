import type { PageBox } from '@heddle/contracts/knowledge/chunk'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocateBox } from './pdf-file.ts'
import classes from '../Preview.module.css'

type MarkedBoxesProps = { boxes: readonly PageBox[]; locate: LocateBox }

/** A cited passage over the page of a PDF, scrolled into view. */
export function MarkedBoxes({ boxes, locate }: MarkedBoxesProps) {
  const { t } = useTranslation('document')
  const first = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' })
  }, [])
  if (boxes.length === 0) return null
  return (
    <div role="img" aria-label={t('citedPassage')}>
      {boxes.map((box, index) => (
        <span key={index} ref={index === 0 ? first : undefined} className={classes.markedBox} style={locate(box)} />
      ))}
    </div>
  )
}
