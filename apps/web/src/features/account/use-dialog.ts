import { useState } from 'react'

/** Returns the state of a dialog that is mounted for each opening, until it has faded out. */
export function useDialog() {
  const [state, setState] = useState<'closed' | 'open' | 'closing'>('closed')
  return {
    open: () => setState('open'),
    isMounted: state !== 'closed',
    props: { isOpen: state === 'open', onClose: () => setState('closing'), onClosed: () => setState('closed') },
  }
}
