import { expect, test } from 'vitest'
import { addStep, type EditHistory, type EditStep, emptyHistory, moveInHistory } from './edit-history.ts'

const createStep = (at: number): EditStep => ({
  changes: [{ rowId: 'r1', column: 'c1', before: { value: at }, after: { value: at + 1 } }],
  added: [],
  removed: [],
})

test('the last hundred steps can be taken back, the newest first', () => {
  let history: EditHistory = emptyHistory
  for (let at = 0; at <= 100; at += 1) history = addStep(history, createStep(at))
  const values: unknown[] = []
  for (let undo = moveInHistory(history, 'undo'); undo; undo = moveInHistory(undo.history, 'undo')) values.push(undo.step.changes[0]?.after)
  expect(values).toEqual(Array.from({ length: 100 }, (_, index) => ({ value: 100 - index })))
})
