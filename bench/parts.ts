// The parts of `pnpm bench`, in the order of a complete run.
import { measureHistory, printHistory } from './history-search.ts'
import { measureMemory, printMemory } from './memory.ts'
import { runReplies } from './replies-part.ts'
import { startUnlimitedApi } from './api.ts'
import { measureSignIns, printSignIns } from './sign-in.ts'
import type { Testbed } from './testbed.ts'
import { measureUserLists, printUserLists } from './user-list.ts'
import { measureWeb, printWeb } from './web-stream.ts'

type Part = {
  readonly about: string
  /** Whether API and PostgreSQL share one core, and the load has another. */
  readonly isPinned: boolean
  /** Measures and prints. */
  readonly run: (bed: Testbed) => Promise<void>
}

/** Runs `use` with the address of an API without a model. */
async function withApi({ databaseUrl, secretKey }: Testbed, use: (url: string) => Promise<void>) {
  const api = await startUnlimitedApi(databaseUrl, secretKey)
  try {
    await use(api.url)
  } finally {
    await api.stop()
  }
}

export const parts = {
  replies: {
    about: 'first token, transit and CPU of a token at 1, 50 and 200 streams, beside the pass-through',
    isPinned: true,
    run: runReplies,
  },
  memory: {
    about: 'the memory that the API retains after 10,000 calls and 300 stalled readers',
    isPinned: false,
    run: async ({ databaseUrl, secretKey, modelUrl }) => printMemory(await measureMemory(databaseUrl, secretKey, modelUrl)),
  },
  'sign-in': {
    about: 'the duration of a failed sign-in, with an account and without one',
    isPinned: false,
    run: (bed) => withApi(bed, async (url) => printSignIns(await measureSignIns(url, bed.databaseUrl))),
  },
  users: {
    about: 'pages of the user list, of 500 and of 50,000 users',
    isPinned: false,
    run: (bed) => withApi(bed, async (url) => printUserLists(await measureUserLists(url, bed.databaseUrl, bed.secretKey))),
  },
  history: {
    about: 'the search in 1,000,000 messages',
    isPinned: false,
    run: async ({ databaseUrl, secretKey }) => printHistory(await measureHistory(databaseUrl, secretKey)),
  },
  web: {
    about: 'the web application in Chromium: JavaScript, frames, and its memory',
    isPinned: false,
    run: async () => printWeb(await measureWeb()),
  },
} as const satisfies Readonly<Record<string, Part>>

export type PartName = keyof typeof parts
