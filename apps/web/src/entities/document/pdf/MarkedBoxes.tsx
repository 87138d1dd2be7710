import type { PageBox, TextRange } from '@heddle/contracts/ingestion/chunk'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocateBox } from './pdf-file.ts'
import classes from '../Preview.module.css'

type MarkedBoxesProps = {
  boxes: readonly (PageBox & TextRange)[]
  /** The cited sentence, in the characters that the boxes show; the passage is marked where there is none. */
  sentence: readonly TextRange[]
  locate: LocateBox
}

/** What is cited over the page of a PDF, scrolled into view. */
export function MarkedBoxes({ boxes, sentence, locate }: MarkedBoxesProps) {
  const { t } = useTranslation('document')
  const first = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' })
  }, [])
  const cited = boxes.filter(({ from, to }) => sentence.some((range) => from < range.to && to > range.from))
  const shown = cited.length > 0 ? cited : boxes
  if (shown.length === 0) return null
  return (
    <div role="img" aria-label={t('citedPassage')}>
      {shown.map((box, index) => (
        <span
          key={index}
          ref={index === 0 ? first : undefined}
          className={classes.markedBox}
          data-sentence={cited.length > 0 || undefined}
          style={locate(box)}
        />
      ))}
    </div>
  )
}
