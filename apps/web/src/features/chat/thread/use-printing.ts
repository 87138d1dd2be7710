import type { Message } from '@heddle/contracts/message/message'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { hasGaps } from '#entities/chat/known-messages.ts'
import { notify } from '#shared/notify/notify.ts'
import { isMac } from '#shared/shortcuts/shortcuts.ts'
import { useAllMessages } from './use-missing-messages.ts'

/**
 * Returns whether the page is being printed: all rows have to be rendered before the event ends. The shortcut of the browser reads the
 * missing messages first. Its menu cannot be held up: it prints what is there, and the next time all of it.
 */
export function usePrinting(chatId: string, messages: readonly Message[]): boolean {
  const { t } = useTranslation('chat')
  const [isPrinting, setIsPrinting] = useState(false)
  const isWanted = useRef(false)
  const { mutate: readAll, isPending } = useAllMessages(chatId)
  const isPartial = hasGaps(messages)

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = event.key.toLowerCase() === 'p' && (isMac() ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
    if (!isPrint || !isPartial) return
    event.preventDefault()
    isWanted.current = true
    if (isPending) return
    notify({ message: t('page.printing') })
    readAll(undefined, { onError: () => (isWanted.current = false) })
  })
  const handlePrint = useEffectEvent(() => {
    flushSync(() => setIsPrinting(true))
    if (!isPartial || isPending) return
    notify({ message: t('page.printAgain') })
    readAll()
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('keydown', (event) => handleKey(event), { signal })
    window.addEventListener('beforeprint', () => handlePrint(), { signal })
    window.addEventListener('afterprint', () => setIsPrinting(false), { signal })
    return () => listening.abort()
  }, [])

  useEffect(() => {
    if (!isWanted.current || isPartial) return
    isWanted.current = false
    // After the effect: within it, no row could be rendered for the event.
    setTimeout(() => window.print())
  }, [isPartial])
  return isPrinting
}
