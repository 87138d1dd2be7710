// Browser contexts, each used by one test after another: the next test finds the compiled application in the context's cache, which is
// most of what opening a page costs.
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** What a context keeps from one test to the next. */
export type ContextLook = Omit<BrowserContextOptions, 'storageState' | 'extraHTTPHeaders'>
/** What is new with each test. */
export type ContextState = { readonly storageState: StorageState; readonly extraHTTPHeaders: Record<string, string> }

export type ContextPool = ReturnType<typeof createContextPool>

export function createContextPool(browser: Browser) {
  const idle = new Map<string, BrowserContext[]>()
  const lookByContext = new Map<BrowserContext, string>()

  async function create(look: ContextLook, initScript: string) {
    const context = await browser.newContext(look)
    await context.addInitScript({ content: initScript })
    lookByContext.set(context, JSON.stringify(look))
    return context
  }

  return {
    /** Returns a context of that look without pages, whose cookies and storage are those of `state`. `initScript` is the same for all. */
    async take(look: ContextLook, initScript: string, { storageState, extraHTTPHeaders }: ContextState): Promise<BrowserContext> {
      const context = idle.get(JSON.stringify(look))?.pop() ?? (await create(look, initScript))
      await context.setStorageState(storageState)
      await context.setExtraHTTPHeaders(extraHTTPHeaders)
      return context
    },

    /** Closes the pages of a context and keeps it for the next test of the same look. */
    async giveBack(context: BrowserContext): Promise<void> {
      await Promise.all(context.pages().map((page) => page.close()))
      await context.setOffline(false)
      const look = lookByContext.get(context) ?? ''
      idle.set(look, [...(idle.get(look) ?? []), context])
    },

    /** Closes a context whose look no other test has. */
    async discard(context: BrowserContext): Promise<void> {
      lookByContext.delete(context)
      await context.close()
    },

    async close(): Promise<void> {
      await Promise.all([...lookByContext.keys()].map((context) => context.close()))
    },
  }
}
