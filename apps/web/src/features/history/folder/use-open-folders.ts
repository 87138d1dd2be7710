import { useLocalStorage } from '@mantine/hooks'

/** The open folders of the drawer, remembered in this browser. */
export function useOpenFolders() {
  const [ids, setIds] = useLocalStorage<readonly string[]>({ key: 'open_folders', defaultValue: [], getInitialValueInEffect: false })
  return {
    isOpen: (id: string) => ids.includes(id),
    toggle: (id: string) => setIds((open) => (open.includes(id) ? open.filter((other) => other !== id) : [...open, id])),
  }
}
