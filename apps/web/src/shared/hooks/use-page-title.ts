import { useEffect } from 'react'
import { useConfig } from '../config/config.queries.ts'

/** Names the page in the browser's tab: "Chat · Heddle". */
export function usePageTitle(title?: string | null): void {
  const { product_name: product } = useConfig()
  const full = title ? `${title} · ${product}` : product
  useEffect(() => {
    document.title = full
  }, [full])
}
