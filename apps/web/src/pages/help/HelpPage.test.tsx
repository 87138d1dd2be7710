import type { SiteChapter } from '@heddle/contracts/help/help'
import type { UserRole } from '@heddle/contracts/roles'
import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession } from '#testing/wire.ts'
import { ChapterPage } from './ChapterPage.tsx'
import { HelpPage } from './HelpPage.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

async function open(path: string, { role = 'U', chapters = [] }: { role?: UserRole; chapters?: SiteChapter[] } = {}) {
  serve((request) => {
    const requested = getPath(request)
    if (requested.endsWith('/help/chapter')) return respond({ chapters })
    return respond(requested.endsWith('/config') ? buildConfig() : buildSession({ role }))
  })
  return renderWithApp(
    <Suspense>
      <Routes>
        <Route path="/help" element={<HelpPage />} />
        <Route path="/help/:chapter" element={<ChapterPage />} />
      </Routes>
    </Suspense>,
    { path },
  )
}

const findLinks = async (region: string) =>
  within(await screen.findByRole('region', { name: region }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('the help', () => {
  test('lists the chapters for everyone, and those for administrators for these alone', async () => {
    const { unmount } = await open('/help')
    expect(await findLinks('For everyone')).toContain('/help/first-chat')
    expect(screen.queryByRole('region', { name: 'For administrators' })).toBeNull()
    unmount()
    await open('/help', { role: 'A' })
    expect(await findLinks('For administrators')).toContain('/help/models')
  })

  test('finds chapters by the words in the search field, and keeps them in the address', async () => {
    const { user, router } = await open('/help')
    await user.type(await screen.findByRole('searchbox', { name: 'Search help' }), 'attach files')
    expect((await findLinks('Found chapters'))[0]).toBe('/help/files')
    expect(router.state.location.search).toBe('?q=attach+files')
  })

  test('says when no chapter is found', async () => {
    await open('/help?q=xyzzy')
    expect(await screen.findByRole('status')).toHaveTextContent('No chapter found')
  })
})

describe('a chapter', () => {
  test('links to other chapters inside the application, and to the next one', async () => {
    const { user, router } = await open('/help/first-chat')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your first chat' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Next chapter: Files and citations' })).toBeVisible()
    await user.click(await screen.findByRole('link', { name: 'data sources' }))
    expect(router.state.location.pathname).toBe('/help/files')
  })

  test('about the keyboard has the shortcuts', async () => {
    await open('/help/keyboard')
    expect(await screen.findByText('Go to the message field')).toBeVisible()
  })

  test('that does not exist, or is for administrators alone, says so', async () => {
    await open('/help/models')
    expect(await screen.findByText('This chapter doesn’t exist')).toBeVisible()
  })
})

describe('the chapters of the site', () => {
  const rules: SiteChapter = { id: 'rules', language: 'en', markdown: '# House rules\n\nAsk the [first question](first-chat.md) softly.' }

  test('are listed and found beside those of the product', async () => {
    const { unmount } = await open('/help', { chapters: [rules] })
    expect(await findLinks('From your institute')).toEqual(['/help/rules'])
    unmount()
    await open('/help?q=softly', { chapters: [rules] })
    expect(await findLinks('Found chapters')).toEqual(['/help/rules'])
  })

  test('are shown in English where the language of the interface has none', async () => {
    await open('/help/rules', { chapters: [{ ...rules, language: 'th', markdown: '# กฎ' }, rules] })
    expect(await screen.findByRole('heading', { level: 1, name: 'House rules' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'first question' })).toHaveAttribute('href', '/help/first-chat')
  })

  test('replace a chapter of the product in the same language alone', async () => {
    const limits = { id: 'limits', language: 'en', markdown: '# Our limits\n\nAsk for more.' } as const
    const { unmount } = await open('/help/limits', { chapters: [limits] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Our limits' })).toBeVisible()
    unmount()
    await open('/help/limits', { chapters: [{ ...limits, language: 'ja' }] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Limits' })).toBeVisible()
  })

  test('show no picture of another server and run no script', async () => {
    const markdown = '# Rules\n\n![Map](https://elsewhere.example/map.png) <script>alert(1)</script> [Go](javascript:alert(1))'
    const { container } = await open('/help/rules', { chapters: [{ ...rules, markdown }] })
    expect(await screen.findByRole('link', { name: 'Map' })).toHaveAttribute('href', 'https://elsewhere.example/map.png')
    expect(container.querySelector('img, script, [href^="javascript"]')).toBeNull()
  })
})
