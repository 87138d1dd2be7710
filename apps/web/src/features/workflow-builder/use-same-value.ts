import { useState } from 'react'
import { isSameValue } from './graph/draft.ts'

/** Returns the value of an earlier render as long as it is equal, so that what is memoized by it stays. */
export function useSameValue<Value>(value: Value): Value {
  const [kept, setKept] = useState({ value })
  if (isSameValue(kept.value, value)) return kept.value
  setKept({ value })
  return value
}
