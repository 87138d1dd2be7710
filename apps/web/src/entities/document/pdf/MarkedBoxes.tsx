import type { PageBox, TextRange } from '@heddle/contracts/knowledge/chunk'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocateBox } from './pdf-file.ts'
import classes from '../Preview.module.css'

type MarkedBoxesProps = {
  boxes: readonly (PageBox & TextRange)[]
  /** The cited sentence, in the characters that the boxes show. */
  sentence: TextRange | null
  locate: LocateBox
}

/** A cited passage over the page of a PDF, whose sentence is scrolled into view, or its beginning. */
export function MarkedBoxes({ boxes, sentence, locate }: MarkedBoxesProps) {
  const { t } = useTranslation('document')
  const first = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' })
  }, [])
  if (boxes.length === 0) return null
  const isOfSentence = ({ from, to }: TextRange) => sentence !== null && from < sentence.to && to > sentence.from
  const opensAt = Math.max(0, boxes.findIndex(isOfSentence))
  return (
    <div role="img" aria-label={t('citedPassage')}>
      {boxes.map((box, index) => (
        <span
          key={index}
          ref={index === opensAt ? first : undefined}
          className={classes.markedBox}
          data-sentence={isOfSentence(box) || undefined}
          style={locate(box)}
        />
      ))}
    </div>
  )
}
