import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { useColumnTitle } from './column-title.ts'
import { readCell } from './model/cell-text.ts'
import type { GridRow } from './model/grid-port.ts'
import type { GridModel } from './use-grid-model.ts'

type RowFormProps = { row: GridRow; columns: readonly DatasetColumn[]; model: GridModel; onClose: () => void }

/** One row, a field for each column; what was changed is one step of the history. */
export function RowForm({ row, columns, model: { rows, actions, report }, onClose }: RowFormProps) {
  const { t } = useTranslation('dataset')
  const localize = useLocalized()
  const toTitle = useColumnTitle()
  const [texts, setTexts] = useState<ReadonlyMap<DatasetColumn, string>>(() => new Map())
  useUnsaved(texts.size > 0)
  const index = rows.findIndex(row.id)
  const range = index === undefined ? null : { top: index, bottom: index, start: 0, end: columns.length - 1 }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void actions.writeRow(row, texts)
    onClose()
  }

  function closeAnd(acting: Promise<unknown>) {
    report(acting)
    onClose()
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
            onChange: (event: { currentTarget: { value: string } }) => setTexts(new Map(texts).set(column, event.currentTarget.value)),
          }
          if (choices === null || actions.isReadOnly) return <Textarea key={column.id} autosize minRows={1} maxRows={8} {...field} />
          const isKnown = text === '' || choices.some(({ value }) => value === text)
          return <NativeSelect key={column.id} data={['', ...choices, ...(isKnown ? [] : [text])]} {...field} />
        })}
        {!actions.isReadOnly && range && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => closeAnd(actions.insert(range, 'above'))}>
              {t('grid.insertAbove')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => closeAnd(actions.insert(range, 'below'))}>
              {t('grid.insertBelow')}
            </Button>
            <Button variant="default" color="red" size="compact-sm" onClick={() => closeAnd(actions.remove(range))}>
              {t('grid.deleteRows')}
            </Button>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
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
