import './app/configure-zod.ts'
import '@mantine/core/styles.layer.css'
import '#shared/theme/fonts.css'
import '#shared/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { rememberedLanguage } from '#entities/system/config.queries.ts'
import { startI18n } from '#i18n/i18n.ts'
import { holdComposedKeys } from '#shared/shortcuts/submit-key.ts'
import { keepFocus } from '#shared/ui/keep-focus.ts'
import { App } from './app/App.tsx'
import { reportError } from './app/error-reporting/error-reporting.ts'
import { reloadAfterUpdate } from './app/reload-after-update.ts'

// Before anything is mounted, which may listen to keys and take the focus.
holdComposedKeys(window)
keepFocus(document)
const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

reloadAfterUpdate()
await startI18n(rememberedLanguage)
createRoot(root, {
  onCaughtError: (error) => {
    // oxlint-disable-next-line no-console -- As React does by itself.
    console.error(error)
    reportError(error)
  },
  // React renders again without a pause, and names the error that it recovered from as the cause.
  onRecoverableError: (error) => {
    const { cause = error } = error as Error
    // oxlint-disable-next-line no-console -- As React does by itself.
    console.error(cause)
    reportError(cause)
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
