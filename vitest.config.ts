import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/testing/longest-first.ts'

const globalSetup = 'scripts/testing/database.setup.ts'

/** Tests that need PostgreSQL; all others are pure. */
const withDatabase = ['apps/api/**/*.test.ts', 'packages/{db,seed}/**/*.test.ts', 'scripts/**/*.db.test.ts']

/** More room for young objects: most of a test are garbage soon, and each collection of less room moves more of them among the old. */
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=64']

/**
 * Of every project; none inherits them from the root. Tests often wait for the clock or the database: one worker more than two cores. Each
 * compiles the same code: six take a quarter more processor time than three.
 */
const common = { execArgv, maxWorkers: 3, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/** What a page needs is said there. */
const web = { extends: './apps/web/vitest.config.ts', root: 'apps/web' }

const alone = ['src/**/*.alone.test.{ts,tsx}']

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withDatabase],
          ...common,
          // Pure, so that the files of a worker can share their imports, which take longer than most of them.
          isolate: false,
        },
      },
      // Each file has a database and an application of its own; a first application in a process costs two seconds of imports.
      { test: { name: 'api', include: withDatabase, globalSetup, ...common, isolate: false } },
      // The files of a worker share its document and the application's modules, whose imports take longer than their tests.
      { ...web, test: { ...common, name: 'web', include: ['src/**/*.test.{ts,tsx}'], exclude: alone, isolate: false } },
      // These start the application, which listens to its page for ever, or load its modules again.
      { ...web, test: { ...common, name: 'web alone', include: alone } },
    ],
    passWithNoTests: false,
  },
})
