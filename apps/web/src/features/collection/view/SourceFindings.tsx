import { listDoubts } from '@heddle/contracts/document/doubt'
import type { Source } from '@heddle/contracts/collection/source'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFindingWords } from '#entities/document/finding/use-finding-words.ts'
import { listUncoveredFindings } from '#entities/collection/uncovered-findings.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from './source-view.module.css'

/** What could not be read of a source as it stands, beside its pages without text: first what makes the text doubtful, then what is only to be known. */
export function SourceFindings({ source }: { source: Source }) {
  const { t } = useTranslation('reading')
  const { describe, locate } = useFindingWords(source.media_type)
  const findings = listUncoveredFindings(source)
  if (findings.length === 0) return null
  const doubts = new Set<string>(listDoubts(findings))
  const sorted = findings.toSorted((a, b) => Number(doubts.has(b.kind)) - Number(doubts.has(a.kind)))
  return (
    <Section title={t(doubts.size > 0 ? 'title' : 'filter.label')} hint={doubts.size > 0 ? t('hint') : undefined}>
      <ul className={classes.findings}>
        {sorted.map((finding) => (
          <li key={finding.kind} data-doubt={doubts.has(finding.kind) || undefined}>
            {describe(finding)}
            {finding.first && (
              <Text component="span" size="xs" c="dimmed" className={classes.findingPlace}>
                {locate(finding)}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
