import { CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentPreview } from '#entities/document/DocumentPreview.tsx'
import { isCancelKey } from '#shared/shortcuts/submit-key.ts'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { findFocusOrigin, returnFocus } from '#shared/ui/focus-origin.ts'
import { Name } from '#shared/ui/Name.tsx'
import { toDocument } from './chat-document.ts'
import { CitedOriginalView, type KnowledgeSource } from './CitedOriginalView.tsx'
import { ToldView } from '../told/ToldView.tsx'
import { SourceList } from './SourceList.tsx'
import type { PanelTarget } from './source-panel.ts'
import classes from './SourcePanel.module.css'

/** Below this width chat and panel would be too narrow side by side. */
const besideQuery = '(min-width: 75em)'

export type SourcePanelProps = { chatId: string; canPreview: boolean; target: PanelTarget; onClose: () => void }

/** The sources of a reply, what its model was told, or a file of the chat: beside the chat, or over it on a narrow screen. */
export function SourcePanel({ chatId, canPreview, target, onClose }: SourcePanelProps) {
  const { t } = useTranslation('chat')
  const isBeside = useMediaQuery(besideQuery, undefined, { getInitialValueInEffect: false })
  const Frame = isBeside ? Aside : OverChat
  const [original, setOriginal] = useState<KnowledgeSource | null>(null)
  const opener = useRef<HTMLElement | null>(null)

  const title =
    target.kind === 'file' ? target.file.name : target.kind === 'told' ? t('action.told') : (original?.title ?? t('sources.title'))

  function handleOpenOriginal(source: KnowledgeSource) {
    opener.current = findFocusOrigin()
    setOriginal(source)
  }

  // The list has to be there again to take the focus.
  useEffect(() => {
    if (original !== null || opener.current === null) return
    returnFocus(opener.current)
    opener.current.scrollIntoView({ block: 'center' })
    opener.current = null
  }, [original])

  return (
    <Frame title={title} onClose={onClose}>
      <div className={classes.content}>
        <CrashBoundary>
          {target.kind === 'file' ? (
            <DocumentPreview file={toDocument(chatId, target.file)} page={1} passage={null} />
          ) : target.kind === 'told' ? (
            <ToldView chatId={chatId} messageId={target.messageId} />
          ) : (
            <>
              {/* Stays as it is for the way back. */}
              <div hidden={original !== null}>
                <SourceList chatId={chatId} canPreview={canPreview} target={target} onOpenOriginal={handleOpenOriginal} />
              </div>
              {original && (
                <CitedOriginalView
                  chatId={chatId}
                  messageId={target.message.id}
                  source={original}
                  statement={original.number === target.number ? target.statement : ''}
                  onBack={() => setOriginal(null)}
                />
              )}
            </>
          )}
        </CrashBoundary>
      </div>
      {target.kind !== 'told' && <p className={classes.copyright}>{t('sources.copyright')}</p>}
    </Frame>
  )
}

type FrameProps = { title: string; onClose: () => void; children: ReactNode }

function Aside({ title, onClose, children }: FrameProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])

  function handleKeyDown(event: KeyboardEvent) {
    if (isCancelKey(event.nativeEvent) && !event.defaultPrevented) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from wherever the focus is in it
    <aside className={classes.aside} aria-labelledby={headingId} onKeyDown={handleKeyDown}>
      <header className={classes.header}>
        <h2 ref={heading} id={headingId} tabIndex={-1} className={classes.title}>
          <Name>{title}</Name>
        </h2>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}

function OverChat({ title, onClose, children }: FrameProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened
      position="right"
      size="min(100%, 36rem)"
      title={<Name>{title}</Name>}
      // The host returns the focus to the control that opened the panel, which may have been rendered again meanwhile.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.drawer, body: classes.drawerBody, title: classes.title }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  )
}
