import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { createStore } from '#shared/external-store.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { writeCell } from './model/cell-text.ts'
import { createGridActions } from './model/grid-actions.ts'
import { createGridEdits } from './model/grid-edits.ts'
import type { GridPort, GridQuery } from './model/grid-port.ts'
import { createGridRows } from './model/grid-rows.ts'

export type GridModel = ReturnType<typeof useGridModel>

type GridModelOptions = { port: GridPort; columns: readonly DatasetColumn[]; query: GridQuery }

/** Returns the rows and edits of a grid, which live as long as it does, and renders it when they change. */
export function useGridModel({ port, columns, query }: GridModelOptions) {
  const { t } = useTranslation('dataset')
  const { t: tErrors } = useTranslation('errors')
  const texts = { words: { yes: t('grid.yes'), no: t('grid.no') }, tErrors }
  const [model] = useState(() => {
    const latest = createStore(texts)
    const onError = (error: unknown) => notifyError(latest.read().tErrors, error)
    const readWords = () => latest.read().words
    const rows = createGridRows({ port, query, onError })
    const edits = createGridEdits({ port, rows, toText: (value) => writeCell({ value }, readWords()), onError })
    const actions = createGridActions({ rows, edits, columns, readWords, isReadOnly: port.saveStep === null })
    /** Tells the failure of an action that is not waited for. */
    const report = (acting: Promise<unknown>) => void acting.catch(onError)
    return { latest, rows, edits, actions, report }
  })
  useEffect(() => {
    model.latest.set(texts)
  })
  useSyncExternalStore(model.rows.subscribe, model.rows.readVersion)
  const state = useSyncExternalStore(model.edits.subscribe, model.edits.read)
  useEffect(() => {
    model.rows.show(0, 0)
  }, [model])
  useEffect(() => {
    // Rows that are read before a save has ended would show what it replaces.
    void model.edits.whenSaved().then(() => model.rows.ask(query))
  }, [model, query])
  useUnsaved(state.isSaving || model.rows.problems.count() > 0)
  return { ...model, state }
}
