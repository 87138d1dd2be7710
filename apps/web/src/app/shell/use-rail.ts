import { useLocalStorage } from '@mantine/hooks'

/** Whether the permanent drawer is reduced to its rail; remembered in this browser. */
export function useRail() {
  const [isRail, setIsRail] = useLocalStorage({ key: 'drawer_rail', defaultValue: false, getInitialValueInEffect: false })
  return { isRail, toggle: () => setIsRail(!isRail) }
}
