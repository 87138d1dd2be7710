import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router'
import { useSession } from '#entities/auth/session.queries.ts'
import { notificationSelected } from '#entities/chat/ready/notification-selected.ts'
import { ChatDialogsProvider } from '#entities/chat/ChatDialogs.tsx'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { StepUpHost } from '#features/auth/step-up/StepUpHost.tsx'
import { FolderDialogHost } from '#features/history/folder/FolderDialogHost.tsx'
import { TourHost } from '#features/tour/TourHost.tsx'
import { CrashPage } from '#pages/crash/CrashPage.tsx'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { useLeavePage } from '#shared/hooks/use-leave-page.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { confirmStore } from '#shared/notify/confirm.ts'
import { paths } from '#shared/paths.ts'
import { useShortcut, useShortcutKeys } from '#shared/shortcuts/shortcuts.ts'
import { CrashBoundary, OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { PageLoader } from '#shared/ui/states/PageLoader.tsx'
import classes from './AppShell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useMenuEntry } from './use-menu-entry.ts'

const contentId = 'content'

// Loaded on demand, so that they do not delay the first page.
const loadSmallDrawer = () => import('./SmallDrawer.tsx')
const SmallDrawer = lazy(async () => ({ default: (await loadSmallDrawer()).SmallDrawer }))
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }))
const Palette = lazy(async () => ({
  default: (await loadWithTexts(() => import('../palette/Palette.tsx'), 'palette', 'settings', 'history')).Palette,
}))
const ConfirmHost = lazy(async () => ({ default: (await import('#shared/ui/dialogs/ConfirmHost.tsx')).ConfirmHost }))
const FactorResetNotice = lazyExtra(
  async () => (await loadWithTexts(() => import('#features/account/second-factor/FactorResetNotice.tsx'), 'factor')).FactorResetNotice,
)

// One that cannot be loaded says so when it is opened.
const preloadSmallDrawer = () => void loadSmallDrawer().catch(() => {})

/** The frame of every page of a signed-in user: the drawer, the top bar, and the dialogs that any page may open. */
export function AppShell() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const openChatId = useMatch('/chat/:id/*')?.params.id
  const isSmall = useMediaQuery('(max-width: 59.99em)', false, { getInitialValueInEffect: false })
  const { reset_at: factorResetAt } = useSession().second_factor
  const rail = useRail()
  const menu = useMenuEntry()
  const isDrawerOpen = isSmall && menu.isOpen
  const [wasDrawerOpen, setWasDrawerOpen] = useState(false)
  if (isDrawerOpen && !wasDrawerOpen) setWasDrawerOpen(true)

  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never')
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never')
  useLeavePage(() => {
    if (help === 'open') setHelp('closed')
    if (palette === 'open') setPalette('closed')
  })

  useShortcutKeys()
  useShortcut(
    'help',
    useCallback(() => setHelp('open'), []),
  )
  useShortcut(
    'newChat',
    useCallback(() => void navigate(paths.newChat()), [navigate]),
  )
  useShortcut(
    'palette',
    useCallback(() => setPalette('open'), []),
  )
  useShortcut('drawer', isSmall ? (menu.isOpen ? menu.close : menu.open) : rail.toggle)

  useEffect(() => {
    const unsubscribe = notificationSelected.subscribe((chatId) => void navigate(paths.chat(chatId)))
    return unsubscribe
  }, [navigate])

  function handleDeleted(chatId: string) {
    if (chatId === openChatId) void navigate(paths.newChat(), { replace: true })
    queryClient.removeQueries({ queryKey: chatQueries.detail(chatId).queryKey, type: 'inactive' })
  }

  return (
    <ChatDialogsProvider onDeleted={handleDeleted}>
      <a href={`#${contentId}`} className={classes.skip}>
        {t('skip')}
      </a>
      <div className={classes.shell}>
        {!isSmall && (
          <aside className={classes.side} data-rail={rail.isRail || undefined}>
            <CrashBoundary resetKeys={[pathname]}>
              <SideMenu openChatId={openChatId} isRail={rail.isRail} onToggle={rail.toggle} />
            </CrashBoundary>
          </aside>
        )}
        <div className={classes.column}>
          <TopBar onOpenMenu={isSmall ? menu.open : undefined} onReachMenu={preloadSmallDrawer} />
          <main id={contentId} tabIndex={-1} className={classes.main}>
            <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
              <Suspense fallback={<PageLoader />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
      </div>
      <OverlayBoundary isOpen={isDrawerOpen} opening={isDrawerOpen} onClose={menu.close}>
        <Suspense>
          {isSmall && wasDrawerOpen && (
            <SmallDrawer openChatId={openChatId} isOpen={isDrawerOpen} onClose={menu.close} onClickCapture={menu.handleClickCapture} />
          )}
        </Suspense>
      </OverlayBoundary>
      <OverlayBoundary isOpen={help === 'open'} opening={help} onClose={() => setHelp('closed')}>
        <Suspense>{help !== 'never' && <ShortcutHelp isOpen={help === 'open'} onClose={() => setHelp('closed')} />}</Suspense>
      </OverlayBoundary>
      <OverlayBoundary isOpen={palette === 'open'} opening={palette} onClose={() => setPalette('closed')}>
        <Suspense>{palette !== 'never' && <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />}</Suspense>
      </OverlayBoundary>
      <FolderDialogHost />
      <Suspense>{factorResetAt !== null && <FactorResetNotice resetAt={factorResetAt} />}</Suspense>
      <TourHost />
      <Confirmation pathname={pathname} />
      <StepUpHost />
    </ChatDialogsProvider>
  )
}

/** The dialog of `confirm()`, loaded with the first question. */
function Confirmation({ pathname }: { pathname: string }) {
  const wasAsked = useSyncExternalStore(confirmStore.subscribe, confirmStore.wasAsked)
  const pending = useSyncExternalStore(confirmStore.subscribe, confirmStore.read)
  // A question of the page that was left.
  useEffect(() => () => confirmStore.read()?.answer(false), [pathname])
  return (
    <OverlayBoundary isOpen={pending !== null} opening={pending} onClose={() => pending?.answer(false)}>
      <Suspense>{wasAsked && <ConfirmHost />}</Suspense>
    </OverlayBoundary>
  )
}

/** Whether the permanent drawer is reduced to its rail; remembered in this browser. */
function useRail() {
  const [isRail, setIsRail] = useLocalStorage({ key: 'drawer_rail', defaultValue: false, getInitialValueInEffect: false })
  return { isRail, toggle: () => setIsRail(!isRail) }
}
