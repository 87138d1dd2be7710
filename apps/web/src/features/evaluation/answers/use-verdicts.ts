import type { Correctness, EvalAnswer } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { useState } from 'react'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { useJudgeEvalAnswer } from '../eval-results.queries.ts'

export type Verdicts = ReturnType<typeof useVerdicts>

const toKey = (rowId: string, { repeat }: EvalAnswer) => `${rowId} ${repeat}`
const readSaved = ({ verdict }: EvalAnswer) => verdict?.note ?? ''

/** Gives verdicts with their notes. A note that is not saved stays with its answer while another one is shown, and goes with any verdict. */
export function useVerdicts(run: EvalRun) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutateAsync, isPending, variables } = useJudgeEvalAnswer(run.dataset.id, run.id)
  useUnsaved(drafts.size > 0)

  const drop = (key: string, note: string) =>
    setDrafts((known) => (known.get(key) === note ? new Map([...known].filter(([other]) => other !== key)) : known))

  return {
    readNote: (rowId: string, answer: EvalAnswer) => drafts.get(toKey(rowId, answer)) ?? readSaved(answer),
    writeNote(rowId: string, answer: EvalAnswer, note: string) {
      const others = [...drafts].filter(([key]) => key !== toKey(rowId, answer))
      setDrafts(new Map(note === readSaved(answer) ? others : [...others, [toKey(rowId, answer), note]]))
    },
    judge(rowId: string, answer: EvalAnswer, correctness: Correctness | null) {
      const key = toKey(rowId, answer)
      const note = correctness === null ? undefined : drafts.get(key)
      // What could not be saved is told by the mutation, and its note stays a draft.
      mutateAsync({ rowId, repeat: answer.repeat, correctness, ...(note !== undefined && { note }) }).then(
        () => note !== undefined && drop(key, note),
        () => undefined,
      )
    },
    isSaving: (rowId: string, { repeat }: EvalAnswer) => isPending && variables.rowId === rowId && variables.repeat === repeat,
  }
}
