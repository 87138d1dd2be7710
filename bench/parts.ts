// The parts of `pnpm bench`, in the order of a complete run.
import { runDatasetPages } from './dataset/pages.ts'
import { runDatasetQueries } from './dataset/queries.ts'
import { runImport } from './dataset/import.ts'
import { runComparison } from './server/comparison.ts'
import { runEvalBeside } from './server/eval-beside.ts'
import { runFolders } from './server/folders.ts'
import { measureHistory, printHistory } from './server/history-search.ts'
import { runGroundedReplies } from './server/grounded-replies.ts'
import { runFirstMessage } from './server/first-message.ts'
import { runIdleMemory } from './server/idle-memory.ts'
import { runInstructions } from './server/instructions.ts'
import { runIngestion } from './ingestion/ingestion.ts'
import { runPages } from './server/pages.ts'
import { runSteady } from './server/steady.ts'
import { runStreams } from './server/streams.ts'
import { runUsageReports } from './server/usage-reports.ts'
import { runWal } from './server/wal.ts'
import { runWord } from './server/word.ts'
import { measureMemory, printMemory } from './server/memory.ts'
import { runReplies } from './server/replies.ts'
import { measureSignIns, printSignIns } from './server/sign-in.ts'
import type { Testbed } from './testbed/testbed.ts'
import { measureUserLists, printUserLists } from './server/user-list.ts'
import { measureBuilder, printBuilder } from './web/builder.ts'
import { runRetrieval } from './retrieval/retrieval.ts'
import { measureWeb, printWeb } from './web/web-stream.ts'

type Part = {
  readonly about: string
  /** Whether API and PostgreSQL share one core, and the load has another. */
  readonly isPinned: boolean
  /** Measures and prints. */
  readonly run: (bed: Testbed) => Promise<void>
}

/** Runs `use` with the address of an API. */
async function withApi(bed: Testbed, use: (url: string) => Promise<void>) {
  const api = await bed.startApi()
  try {
    await use(api.url)
  } finally {
    await api.stop()
  }
}

export const parts = {
  // Before the others: the worker indexes their chats five minutes later.
  wal: {
    about: 'the WAL of replies of 1,000 to 32,000 tokens',
    isPinned: true,
    run: runWal,
  },
  replies: {
    about: 'first token, transit and CPU of a token at 1, 50 and 200 streams, beside the pass-through',
    isPinned: true,
    run: runReplies,
  },
  'first-message': {
    about: 'the first messages after the start of an API',
    isPinned: true,
    run: runFirstMessage,
  },
  'grounded-replies': {
    about: 'the first token of replies that search a collection, beside replies that do not',
    isPinned: true,
    run: runGroundedReplies,
  },
  instructions: {
    about: 'the first token of replies with personal instructions, beside replies without',
    isPinned: true,
    run: runInstructions,
  },
  comparison: {
    about: 'two compared replies, beside one alone',
    isPinned: true,
    run: runComparison,
  },
  eval: {
    about: 'the first character of replies while an evaluation goes on, beside replies without one',
    isPinned: true,
    run: runEvalBeside,
  },
  streams: {
    about: 'the streams that one core carries with a transit p99 of at most 250 ms: three searches, tokens of 6 and 14 characters',
    isPinned: true,
    run: runStreams,
  },
  steady: {
    about: 'ten minutes of STREAMS streams (80 % of what `streams` has found): the longest waits, and what was seen when they were',
    isPinned: true,
    run: runSteady,
  },
  pages: {
    about: 'opening a chat of 40 and of 2,000 messages, and the list of assistants',
    isPinned: true,
    run: runPages,
  },
  word: {
    about: 'chats of 20, 100 and 500 messages as Word files, and the memory that they take',
    isPinned: true,
    run: runWord,
  },
  users: {
    about: 'pages of the user list, of 500 and of 50,000 users',
    isPinned: true,
    run: (bed) => withApi(bed, async (url) => printUserLists(await measureUserLists(url, bed.databaseUrl, bed.secretKey))),
  },
  'dataset-pages': {
    about: 'pages of the grid of a dataset, of 1,000 and of 100,000 rows',
    isPinned: false,
    run: runDatasetPages,
  },
  'dataset-queries': {
    about: 'plans over a dataset of 100,000 rows and 60 columns, beside hand-written SQL',
    isPinned: false,
    run: runDatasetQueries,
  },
  usage: {
    about: 'the usage reports of 100,000 events in a year',
    isPinned: false,
    run: runUsageReports,
  },
  'idle-memory': {
    about: 'the memory of all processes of `pnpm start` but PostgreSQL',
    isPinned: false,
    run: runIdleMemory,
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
  history: {
    about: 'the search in 1,000,000 messages',
    isPinned: false,
    run: async ({ databaseUrl, secretKey }) => printHistory(await measureHistory(databaseUrl, secretKey)),
  },
  folders: {
    about: 'lists and searches of a person with 10,000 chats in 100 folders, and of one without folders',
    isPinned: false,
    run: runFolders,
  },
  retrieval: {
    about: 'words and vectors over 100,000 chunks in PostgreSQL, with pgvector where PGVECTOR_URL names a server that has it',
    isPinned: false,
    run: runRetrieval,
  },
  ingestion: {
    about: 'pages of PDF that a second of CPU takes into a collection, and the memory for 600 of them',
    isPinned: false,
    run: runIngestion,
  },
  import: {
    about: 'a CSV of 100,000 rows into a dataset, beside reading it and copying its rows',
    isPinned: false,
    run: runImport,
  },
  web: {
    about: 'the web application in Chromium: JavaScript, frames, and its memory',
    isPinned: false,
    run: async () => printWeb(await measureWeb()),
  },
  builder: {
    about: 'the builder in Chromium with a workflow of 200 nodes: opening, dragging, panning, zooming, typing, saving',
    isPinned: false,
    run: async () => printBuilder(await measureBuilder()),
  },
} as const satisfies Readonly<Record<string, Part>>

export type PartName = keyof typeof parts
