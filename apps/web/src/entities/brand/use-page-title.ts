import { useEffect } from 'react'
import { useBrand } from './use-brand.ts'

/** Sets the title of the browser's tab: "Chat · Heddle". */
export function usePageTitle(title?: string | null): void {
  const { product_name: product } = useBrand()
  const full = title ? `${title} · ${product}` : product
  useEffect(() => {
    document.title = full
  }, [full])
}
