import { Button, Group, Stack, Text } from '@mantine/core'
import { Language, languageNames } from '@heddle/contracts/languages'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'
import { formatAsText } from './paths.ts'
import type { Conflict } from './use-contract-form.tsx'

type ConflictDialogProps = {
  conflict: Conflict | null
  /** The labels of the fields, by path without the language: `name`, `language`. */
  labels: Record<string, string>
  /** Formats a value; as text by default. */
  format?: (path: string, value: unknown) => ReactNode
}

/** Shows the differences to the version that another user saved meanwhile, field by field, and lets the user decide. */
export function ConflictDialog({ conflict, labels, format }: ConflictDialogProps) {
  const { t } = useTranslation('form')
  const [shown, setShown] = useState(conflict)
  // The rows stay while the dialog fades out.
  if (conflict && conflict !== shown && !isSameConflict(conflict, shown)) setShown(conflict)
  if (!shown) return null

  function formatLabel(path: string): string {
    const parts = path.split('.')
    const last = parts.at(-1)
    const language = Language.safeParse(last).data
    const field = language || last === 'default' ? parts.slice(0, -1).join('.') : path
    const label = labels[field] ?? field
    return language ? t('conflict.inLanguage', { label, language: languageNames[language] }) : label
  }
  const formatValue = (path: string, value: unknown) => format?.(path, value) ?? formatAsText(value)

  return (
    <Dialog
      isOpen={conflict !== null}
      title={t('conflict.title')}
      maxWidth={640}
      persistent
      isAboveOthers
      onClose={() => conflict?.decideLater()}
    >
      <Stack gap="md">
        <Text size="sm">{t('conflict.hint')}</Text>
        <DifferenceTable
          titles={{ field: t('conflict.field'), mine: t('conflict.mine'), theirs: t('conflict.theirs') }}
          rows={shown.differences.map(({ path, mine, theirs }) => ({
            path,
            label: formatLabel(path),
            mine: formatValue(path, mine),
            theirs: formatValue(path, theirs),
          }))}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => conflict?.takeTheirs()}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button data-autofocus onClick={() => conflict?.keepMine()}>
            {t('conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const isSameConflict = (a: Conflict, b: Conflict | null) => JSON.stringify(a.differences) === JSON.stringify(b?.differences)
