import { useLocation } from 'react-router'
import { z } from 'zod'

const MenuState = z.object({ menu: z.string() })

/** Returns the key of the page below the open menu of a small screen, which has an entry of its own; null while the menu is closed. */
export const readMenuKey = (state: unknown): string | null => MenuState.safeParse(state).data?.menu ?? null

/** Returns the key of the page's entry in the browser's history; it stays while the menu is open above the page. */
export function usePageKey(): string {
  const { key, state } = useLocation()
  return readMenuKey(state) ?? key
}
