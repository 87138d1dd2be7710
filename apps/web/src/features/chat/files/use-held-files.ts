import { useRef } from 'react'
import type { Attachments } from './use-attachments.ts'

/** Returns what adds files, or holds them while the expert accepts none: another one may be chosen for them. */
export function useHeldFiles(files: Attachments, onRefused: () => void) {
  const held = useRef<readonly File[]>([])
  return {
    add(chosen: readonly File[]) {
      if (files.blockedReason === null) return files.add(chosen)
      held.current = chosen
      onRefused()
    },
    release() {
      if (held.current.length > 0) files.add(held.current)
      held.current = []
    },
    drop() {
      held.current = []
    },
  }
}
