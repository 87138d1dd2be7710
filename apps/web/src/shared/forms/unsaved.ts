// The forms on the screen that hold something unsaved, so that leaving is asked about once and not by each of them.
import { useEffect, useId } from 'react'

const forms = new Set<string>()

export const hasUnsaved = (): boolean => forms.size > 0

/** Counts a form as unsaved while `isDirty`. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isDirty) return
    forms.add(id)
    return () => void forms.delete(id)
  }, [id, isDirty])
}
