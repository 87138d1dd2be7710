import { Drawer } from '@mantine/core'
import type { MouseEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import classes from './AppShell.module.css'
import { SideMenu } from './SideMenu.tsx'

type SmallDrawerProps = { openChatId?: string; isOpen: boolean; onClose: () => void; onClickCapture: MouseEventHandler }

/** The drawer of small screens: lies above the page until the user navigates. */
export function SmallDrawer({ openChatId, isOpen, onClose, onClickCapture }: SmallDrawerProps) {
  const { t } = useTranslation('shell')
  return (
    // A class of the content itself would also be that of the box around it, which is as large as the screen.
    <Drawer.Root opened={isOpen} onClose={onClose} size={288} classNames={{ content: classes.drawer, body: classes.drawerBody }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('landmark.menu')}>
        <Drawer.Body onClickCapture={onClickCapture}>
          <CrashBoundary resetKeys={[isOpen]}>
            <SideMenu openChatId={openChatId} isRail={false} isTemporary onToggle={onClose} />
          </CrashBoundary>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
