import { diffWordsWithSpace } from 'diff'
import { useLanguage } from '#i18n/use-language.ts'
import classes from './WordDiff.module.css'

/** Two texts as one, word by word. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const { tag } = useLanguage()
  const parts = diffWordsWithSpace(before, after, { intlSegmenter: new Intl.Segmenter(tag, { granularity: 'word' }) })
  return (
    <p className={classes.text}>
      {parts.map(({ added, removed, value }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span'
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other identity
        return <Tag key={index}>{value}</Tag>
      })}
    </p>
  )
}

/** Two values of which one took the place of the other. */
export function WholeDiff({ before, after }: { before: string; after: string }) {
  return (
    <p className={classes.text}>
      <del>{before}</del> <ins>{after}</ins>
    </p>
  )
}
