import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { startI18n } from '#i18n/i18n.ts'
import { ReplyStore } from '../reply/reply-store.ts'
import { accepted, buildDone, buildMessage, ScriptedPort, sending } from '#testing/scripted-port.ts'
import { announcedForMs, ReplyAnnouncer } from './ReplyAnnouncer.tsx'

test('announces the end of a reply and its beginning, and removes the text afterwards', async () => {
  await startI18n()
  await i18next.changeLanguage('en')
  await i18next.loadNamespaces('chat')
  const port = new ScriptedPort()
  const store = new ReplyStore(port)
  render(
    <MantineProvider env="test">
      <ReplyAnnouncer store={store} last={buildMessage({ content: 'A **heddle** lifts.' })} />
    </MantineProvider>,
  )
  vi.useFakeTimers()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  store.submit(sending)
  port.connection.push(accepted, buildDone('A **heddle** lifts.'))
  await act(() => vi.advanceTimersByTimeAsync(announcedForMs - 1))
  expect(screen.getByRole('status')).toHaveTextContent('The reply is complete. A heddle lifts.')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
