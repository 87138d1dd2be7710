import { Outlet } from 'react-router'
import { ChatDialogsProvider } from '#shared/chats/ChatDialogs.tsx'

export function AppShell() {
  return (
    <ChatDialogsProvider onDeleted={() => undefined}>
      <Outlet />
    </ChatDialogsProvider>
  )
}
