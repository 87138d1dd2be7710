import type { ImportFinding } from '@heddle/contracts/dataset/import'
import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { toLetters } from '../mapping.ts'

/** What a reader of the file should know, a sentence each. */
export function FindingList({ findings }: { findings: readonly ImportFinding[] }) {
  const { t } = useTranslation('import')
  const numberText = useNumberText()
  if (findings.length === 0) return null

  function describePosition({ row, column, count }: ImportFinding): string | null {
    if (row === null && column === null) return null
    const letters = column === null ? '' : toLetters(column)
    const at = column === null ? t('at.row', { row }) : row === null ? t('at.column', { column: letters }) : `${letters}${row}`
    return count > 1 ? t('at.first', { at }) : at
  }

  return (
    <>
      <Text component="h3" fw={600} size="sm" mt="md" mb={4}>
        {t('read.findings')}
      </Text>
      <List size="sm" spacing={2}>
        {findings.map((finding) => {
          const position = describePosition(finding)
          return (
            <List.Item key={finding.code}>
              {t(`finding.${finding.code}`, { count: finding.count, amount: numberText(finding.count) })}
              {position !== null && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  · {position}
                </Text>
              )}
            </List.Item>
          )
        })}
      </List>
    </>
  )
}
