import { useCallback, useEffect, useRef } from 'react'

/**
 * Moves the focus to the neighbour of a node that was removed while it had the focus. `order` has the nodes from first to last. Returns
 * the function that is told which node has the focus.
 */
export function useFocusAfterRemoval(order: readonly string[], focusNode: (id: string) => void): (id: string | null) => void {
  const focused = useRef<string | null>(null)
  const before = useRef(order)
  useEffect(() => {
    const last = before.current
    before.current = order
    const id = focused.current
    if (id === null || order.includes(id)) return
    focused.current = null
    const isLost = document.activeElement === null || document.activeElement === document.body
    const index = last.indexOf(id)
    const neighbor = [...last.slice(index + 1), ...last.slice(0, Math.max(index, 0)).toReversed()].find((each) => order.includes(each))
    if (isLost && neighbor !== undefined) focusNode(neighbor)
  }, [order, focusNode])
  return useCallback((id) => {
    focused.current = id
  }, [])
}
