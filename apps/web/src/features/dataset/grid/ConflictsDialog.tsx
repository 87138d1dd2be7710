import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { writeCell } from './model/cell-text.ts'
import type { ConflictChoice } from './model/step-saver.ts'
import type { GridConflict } from './model/grid-port.ts'

type ConflictsDialogProps = {
  columns: readonly DatasetColumn[]
  conflicts: readonly GridConflict[]
  onChoose: (choices: readonly ConflictChoice[]) => void
}

/** The cells that another person has changed meanwhile, with both values; the other's stays unless the editor says otherwise. */
export function ConflictsDialog({ columns, conflicts, onChoose }: ConflictsDialogProps) {
  const { t } = useTranslation('dataset')
  return (
    <Dialog
      isOpen={conflicts.length > 0}
      title={t('conflict.title')}
      maxWidth={720}
      persistent
      onClose={() => onChoose(conflicts.map(() => 'theirs'))}
    >
      {/* Another conflict begins with no choice. */}
      <ConflictTable key={JSON.stringify(conflicts)} columns={columns} conflicts={conflicts} onChoose={onChoose} />
    </Dialog>
  )
}

function ConflictTable({ columns, conflicts, onChoose }: ConflictsDialogProps) {
  const { t } = useTranslation('dataset')
  const localize = useLocalized()
  const [choices, setChoices] = useState<readonly ConflictChoice[]>(() => conflicts.map(() => 'theirs'))
  const words = { yes: t('grid.yes'), no: t('grid.no') }
  return (
    <Stack>
      <Text size="sm">{t('conflict.message', { count: conflicts.length })}</Text>
      <Table.ScrollContainer minWidth={420} mah="50vh">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('conflict.cell')}</Table.Th>
              <Table.Th>{t('conflict.theirs')}</Table.Th>
              <Table.Th>{t('conflict.mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map(({ rowId, rowNo, column: columnId, given, current }, at) => {
              const column = columns.find(({ id }) => id === columnId)
              const cell = t('conflict.cellName', { column: column ? localize(column.name) : columnId, row: rowNo })
              return (
                <Table.Tr key={`${rowId} ${columnId}`}>
                  <Table.Th scope="row">{cell}</Table.Th>
                  {(['theirs', 'mine'] as const).map((choice) => {
                    const text = writeCell({ value: choice === 'mine' ? given : current }, words) || t('conflict.empty')
                    return (
                      <Table.Td key={choice}>
                        <Radio
                          name={`${rowId} ${columnId}`}
                          label={text}
                          aria-label={t('conflict.choice', { cell, whose: t(`conflict.${choice}`), value: text })}
                          checked={choices[at] === choice}
                          onChange={() => setChoices(choices.with(at, choice))}
                        />
                      </Table.Td>
                    )
                  })}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onChoose(conflicts.map(() => 'mine'))}>
          {t('conflict.allMine')}
        </Button>
        <Button onClick={() => onChoose(choices)}>{t('conflict.save')}</Button>
      </Group>
    </Stack>
  )
}
