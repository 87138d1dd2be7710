import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CopiedText, copyText } from '../clipboard.ts'
import { notify } from '../notify/notify.ts'

/** Returns a function that copies a text, and for a moment afterwards that it was copied. */
export function useCopy(read: () => string | CopiedText) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])

  function copy() {
    copyText(read()).then(
      () => setIsCopied(true),
      () => notify({ kind: 'error', message: t('copyFailed') }),
    )
  }

  return { isCopied, copy }
}
