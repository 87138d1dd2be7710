import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { useColumnTitle } from './column-title.ts'
import { readCell } from './model/cell-text.ts'
import type { GridRow } from './model/grid-port.ts'
import type { GridModel } from './use-grid-model.ts'

/** What was written and is not saved, by column. */
export type RowTexts = ReadonlyMap<DatasetColumn, string>

type RowFormProps = {
  row: GridRow
  columns: readonly DatasetColumn[]
  model: GridModel
  texts: RowTexts
  onWrite: (texts: RowTexts) => void
  /** Closes the form, but asks before it discards texts; returns whether it did. */
  onLeave: () => Promise<boolean>
  onClose: () => void
}

/** One row, a field for each column; what was changed is one step of the history. */
export function RowForm({ row, columns, model: { rows, actions, report }, texts, onWrite, onLeave, onClose }: RowFormProps) {
  const { t } = useTranslation('dataset')
  const localize = useLocalized()
  const toTitle = useColumnTitle()
  const index = rows.findIndex(row.id)
  const range = index === undefined ? null : { top: index, bottom: index, start: 0, end: columns.length - 1 }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void actions.writeRow(row, texts)
    onClose()
  }

  async function leaveAnd(act: () => Promise<unknown>) {
    if (await onLeave()) report(act())
  }

  return (
    <form onSubmit={handleSubmit}>
      <Stack>
        {columns.map((column) => {
          const text = texts.get(column) ?? actions.textAt(row, column)
          const content = readCell(column, text)
          const choices = findChoices(column, { yes: t('grid.yes'), no: t('grid.no') })
          const field = {
            label: toTitle(column),
            description: column.description && localize(column.description),
            value: text,
            readOnly: actions.isReadOnly,
            error: 'problem' in content && t(`grid.problem.${content.problem}`),
            onChange: (event: { currentTarget: { value: string } }) => onWrite(new Map(texts).set(column, event.currentTarget.value)),
          }
          if (choices === null || actions.isReadOnly) return <Textarea key={column.id} autosize minRows={1} maxRows={8} {...field} />
          const isKnown = text === '' || choices.some(({ value }) => value === text)
          return <NativeSelect key={column.id} data={['', ...choices, ...(isKnown ? [] : [text])]} {...field} />
        })}
        {!actions.isReadOnly && range && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => void leaveAnd(() => actions.insert(range, 'above'))}>
              {t('grid.insertAbove')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => void leaveAnd(() => actions.insert(range, 'below'))}>
              {t('grid.insertBelow')}
            </Button>
            <Button variant="default" color="red" size="compact-sm" onClick={() => void leaveAnd(() => actions.remove(range))}>
              {t('grid.deleteRows')}
            </Button>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void onLeave()}>
            {t('grid.cancel')}
          </Button>
          {!actions.isReadOnly && <Button type="submit">{t('grid.save')}</Button>}
        </Group>
      </Stack>
    </form>
  )

  function findChoices({ type, choices = [] }: DatasetColumn, words: { yes: string; no: string }) {
    if (type === 'boolean') return [words.yes, words.no].map((value) => ({ value, label: value }))
    if (type !== 'choice') return null
    return choices.map(({ value, name }) => ({ value, label: name ? localize(name) : value }))
  }
}
