// Whether this browser notifies the user of replies that end while the page is hidden. The permission is the browser's, so the setting is too.
import { useSyncExternalStore } from 'react'
import { createEvent } from '#shared/external-store.ts'

const key = 'reply_notification'
const changed = createEvent()

/** `unavailable` where the browser has none, as at an address without TLS; `blocked` where the user has forbidden them. */
export type ReadySetting = 'on' | 'off' | 'blocked' | 'unavailable'

export function readReadySetting(): ReadySetting {
  if (!('Notification' in window) || !window.isSecureContext) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Asks for the permission where it has not been given, which only a gesture of the user may. */
async function turnReady(isOn: boolean): Promise<void> {
  if (isOn && Notification.permission === 'default') await Notification.requestPermission()
  if (isOn) localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  changed.emit()
}

export function useReadySetting() {
  const setting = useSyncExternalStore(changed.subscribe, readReadySetting)
  return { setting, turn: (isOn: boolean) => void turnReady(isOn) }
}
