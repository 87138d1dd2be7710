import type { MessageSource } from '@heddle/contracts/message/message'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import classes from '../evaluation.module.css'

/** The sources that an answer cites, each with its passage. */
export function AnswerSources({ sources }: { sources: readonly MessageSource[] }) {
  const { t } = useTranslation('evaluation')
  const formatNumber = useNumberText()

  function name({ title, page, is_withheld: isWithheld }: MessageSource) {
    if (isWithheld) return t('answer.sourceWithheld')
    const named = title ?? t('answer.unnamed')
    return page === null ? named : t('answer.sourceAtPage', { title: named, page: formatNumber(page) })
  }

  return (
    <div className={classes.sources}>
      <Text size="sm" c="dimmed">
        {t('answer.sources', { count: sources.length })}
      </Text>
      {sources.map((source) => (
        <details key={source.id}>
          <summary>
            [{source.number}] {name(source)}
          </summary>
          {!source.is_withheld && <blockquote className={classes.passage}>{source.passage}</blockquote>}
        </details>
      ))}
    </div>
  )
}
