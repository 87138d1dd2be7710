import type { SearchResult } from '@heddle/contracts/retrieval/search'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { markTerms } from './mark-terms.ts'
import { useRankText } from './use-rank-text.ts'
import classes from './retrieval-test.module.css'

type ResultCardProps = {
  collectionId: string
  result: SearchResult
  position: number
  /** Where the other setting has it: 0 is nowhere, undefined when there is no other. */
  otherPosition: number | undefined
  /** Keeps the question with this result as the expected one. */
  onExpect: () => void
}

export function ResultCard({ collectionId, result, position, otherPosition, onExpect }: ResultCardProps) {
  const { t } = useTranslation('retrieval')
  const { tag } = useLanguage()
  const { chunk, source, score, ranks, cosine, matched_terms: terms, duplicate_count: duplicates } = result
  const format = (value: number) => value.toLocaleString(tag, { maximumSignificantDigits: 3 })
  const where = useRankText()(chunk)
  return (
    <li className={classes.result}>
      <Group gap={6} justify="space-between" align="start" wrap="nowrap">
        <div>
          <Text component="span" size="sm" fw={700} mr={6}>
            {position}
          </Text>
          <Anchor component={Link} size="sm" fw={600} to={paths.source(collectionId, source.id, { chunkId: chunk.id })}>
            {source.title}
          </Anchor>
          {where && (
            <Text size="xs" c="dimmed">
              {where}
            </Text>
          )}
        </div>
        {otherPosition !== undefined && (
          <Badge variant="light" color={otherPosition === 0 ? 'orange' : 'gray'} tt="none" fw={500}>
            {otherPosition === 0 ? t('result.onlyHere') : t('result.other', { position: otherPosition })}
          </Badge>
        )}
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <p className={classes.text} tabIndex={0}>
        {markTerms(chunk.text, terms).map((piece, index) => (piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text))}
      </p>
      <Text component="p" size="xs" c="dimmed" className={classes.why}>
        {[
          ranks.lexical === null ? t('result.noWords') : t('result.words', { rank: ranks.lexical }),
          ...(ranks.vector === null ? [] : [t('result.meaning', { rank: ranks.vector, cosine: cosine === null ? '–' : format(cosine) })]),
          ...(ranks.rerank === null ? [] : [t('result.rerank', { rank: ranks.rerank })]),
          t('result.score', { score: format(score) }),
          ...(duplicates > 0 ? [t('result.duplicates', { count: duplicates })] : []),
          ...(source.is_expired ? [t('result.expired')] : []),
        ].join(' · ')}
      </Text>
      <Button variant="subtle" size="compact-xs" mt={4} leftSection={<IconTargetArrow size={14} aria-hidden />} onClick={onExpect}>
        {t('questions.expect')}
      </Button>
    </li>
  )
}
