// A pool of browser contexts: each test reuses the compiled application in the context's cache, which is most of the cost of opening a
// page.
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** The options of a context that stay the same between tests. */
export type ContextOptions = Omit<BrowserContextOptions, 'storageState' | 'extraHTTPHeaders'>
/** The state that is replaced for each test. */
export type ContextState = { readonly storageState: StorageState; readonly extraHTTPHeaders: Record<string, string> }

export type ContextPool = ReturnType<typeof createContextPool>

export function createContextPool(browser: Browser) {
  const idle = new Map<string, BrowserContext[]>()
  const keyByContext = new Map<BrowserContext, string>()

  async function create(options: ContextOptions, initScript: string) {
    const context = await browser.newContext(options)
    await context.addInitScript({ content: initScript })
    keyByContext.set(context, JSON.stringify(options))
    return context
  }

  return {
    /** Returns a context with these options and without pages, whose cookies and storage are those of `state`. `initScript` is the same for all. */
    async acquire(options: ContextOptions, initScript: string, { storageState, extraHTTPHeaders }: ContextState): Promise<BrowserContext> {
      const context = idle.get(JSON.stringify(options))?.pop() ?? (await create(options, initScript))
      await context.setStorageState(storageState)
      await context.setExtraHTTPHeaders(extraHTTPHeaders)
      return context
    },

    /** Closes the pages of a context and keeps it for the next test with the same options. */
    async release(context: BrowserContext): Promise<void> {
      await Promise.all(context.pages().map((page) => page.close()))
      await context.setOffline(false)
      const key = keyByContext.get(context) ?? ''
      idle.set(key, [...(idle.get(key) ?? []), context])
    },

    async close(): Promise<void> {
      await Promise.all([...keyByContext.keys()].map((context) => context.close()))
    },
  }
}
