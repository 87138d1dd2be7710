import type { Chat } from '@heddle/contracts/chat/chat'
import i18next from 'i18next'
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NetworkError } from '#shared/api/errors.ts'
import { notifyError } from '#shared/notify/describe-error.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { findFocusOrigin, returnFocus } from '#shared/ui/focus-origin.ts'
import type { SourcePanelProps } from './SourcePanel.tsx'
import { type PanelTarget, type SourcePanel, SourcePanelContext } from './source-panel.ts'
import classes from './SourcePanelHost.module.css'

type Shown = { Panel: ComponentType<SourcePanelProps>; target: PanelTarget; opening: number }
type SourcePanelHostProps = { chat: Pick<Chat, 'id' | 'abilities'>; children: ReactNode }

/** The frame of a chat page with the panel of sources beside it. The panel is loaded on first use. */
export function SourcePanelHost({ chat, children }: SourcePanelHostProps) {
  const { t } = useTranslation('errors')
  const [shown, setShown] = useState<Shown | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const canPreview = chat.abilities.write

  const panel = useMemo<SourcePanel>(() => {
    async function open(target: PanelTarget) {
      origin.current = findFocusOrigin()
      try {
        const [{ SourcePanel: Panel }] = await Promise.all([
          import('./SourcePanel.tsx'),
          i18next.loadNamespaces(['document', 'instruction']),
        ])
        setShown((last) => ({ Panel, target, opening: (last?.opening ?? 0) + 1 }))
      } catch (error) {
        notifyError(t, new NetworkError('The panel could not be loaded', { cause: error }))
      }
    }
    return {
      openSources: (reply, number = null, statement = '') => void open({ kind: 'sources', number, statement, ...reply }),
      openTold: (messageId) => void open({ kind: 'told', messageId }),
      openFile: (file) => void open({ kind: 'file', file }),
      canPreview,
    }
  }, [t, canPreview])

  function handleClose() {
    setShown(null)
    returnFocus(origin.current)
  }

  return (
    <SourcePanelContext value={panel}>
      <div className={classes.root}>
        <div className={classes.main}>{children}</div>
        <OverlayBoundary isOpen={shown !== null} opening={shown?.opening} onClose={handleClose}>
          {shown && (
            <shown.Panel key={shown.opening} chatId={chat.id} canPreview={canPreview} target={shown.target} onClose={handleClose} />
          )}
        </OverlayBoundary>
      </div>
    </SourcePanelContext>
  )
}
