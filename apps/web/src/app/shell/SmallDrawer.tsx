import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import classes from './AppShell.module.css'
import { SideMenu } from './SideMenu.tsx'

type SmallDrawerProps = { openChatId?: string; isOpen: boolean; onClose: () => void }

/** The drawer of small screens: lies above the page until the user navigates. */
export function SmallDrawer({ openChatId, isOpen, onClose }: SmallDrawerProps) {
  const { t } = useTranslation('shell')
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={288}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('landmark.menu')} className={classes.drawer}>
        <Drawer.Body className={classes.drawerBody}>
          <CrashBoundary resetKeys={[isOpen]}>
            <SideMenu openChatId={openChatId} isRail={false} isTemporary onToggle={onClose} />
          </CrashBoundary>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
