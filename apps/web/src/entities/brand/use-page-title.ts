import { useEffect, useSyncExternalStore } from 'react'
import { titleMark } from '#shared/ui/title-mark.ts'
import { useBrand } from './use-brand.ts'

/** Sets the title of the browser's tab: "Chat · Heddle", or "● Chat · Heddle" after something has happened while it was hidden. */
export function usePageTitle(title?: string | null): void {
  const { product_name: product } = useBrand()
  const isMarked = useSyncExternalStore(titleMark.subscribe, titleMark.read)
  const full = `${isMarked ? '● ' : ''}${title ? `${title} · ${product}` : product}`
  useEffect(() => {
    document.title = full
  }, [full])
}
