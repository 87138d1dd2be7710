import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { searchCollection, SearchResult } from '@heddle/contracts/retrieval/search'
import { IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ResultCard } from './ResultCard.tsx'
import { SearchNotices } from './SearchNotices.tsx'
import classes from './retrieval-test.module.css'

type Outcome = EndpointResponse<typeof searchCollection>
type SearchOutcomeProps = {
  title: string
  collectionId: string
  outcome: Outcome
  /** What the other setting found. */
  other: Outcome | undefined
  /** Keeps the question with this result as the expected one. */
  onExpect: (result: SearchResult) => void
}

export function SearchOutcome({ title, collectionId, outcome, other, onExpect }: SearchOutcomeProps) {
  const { results, notices, elapsed_ms: elapsed } = outcome
  const { t } = useTranslation('retrieval')
  const { tag } = useLanguage()
  const findOther = (id: string) => other && other.results.findIndex(({ chunk }) => chunk.id === id) + 1
  return (
    <Section title={title} hint={t('results.hint', { count: results.length, time: elapsed.toLocaleString(tag) })}>
      <SearchNotices notices={notices} />
      {results.length === 0 ? (
        <EmptyState icon={<IconSearchOff size={36} stroke={1.4} />} title={t('results.none')} hint={t('results.noneHint')} />
      ) : (
        <ol className={classes.results} aria-label={title}>
          {results.map((result, index) => (
            <ResultCard
              key={result.chunk.id}
              collectionId={collectionId}
              result={result}
              position={index + 1}
              otherPosition={findOther(result.chunk.id)}
              onExpect={() => onExpect(result)}
            />
          ))}
        </ol>
      )}
    </Section>
  )
}
