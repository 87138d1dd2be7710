import { listDoubts } from '@heddle/contracts/document/doubt'
import type { ReadingFinding } from '@heddle/contracts/document/reading'
import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFindingWords } from './use-finding-words.ts'

type FileFindings = { media_type: string; findings: readonly ReadingFinding[] }

/** Returns what makes the text of a file doubtful, as sentences of one line each; '' when nothing does. */
export function useDoubtText({ media_type: mediaType, findings }: FileFindings): string {
  const { t } = useTranslation('reading')
  const { describe } = useFindingWords(mediaType)
  return listDoubts(findings).length === 0 ? '' : [t('mark'), ...findings.map(describe)].join('\n')
}

/** A quiet mark of a file whose text is doubtful, which says why. */
export function FindingMark({ file }: { file: FileFindings }) {
  const text = useDoubtText(file)
  if (text === '') return null
  return (
    <Tooltip label={text} multiline maw={320} style={{ whiteSpace: 'pre-line' }} events={{ hover: true, focus: true, touch: true }}>
      <IconInfoCircle size={15} role="img" aria-label={text} tabIndex={0} style={{ flex: 'none', verticalAlign: 'text-bottom' }} />
    </Tooltip>
  )
}
