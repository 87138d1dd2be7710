// The forms on the screen with unsaved input, so that the user is asked once before leaving.
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
