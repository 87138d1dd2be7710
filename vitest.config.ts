import { defineConfig } from 'vitest/config'

const globalSetup = 'scripts/testing/database.setup.ts'

/** Tests that need PostgreSQL; all others are pure. */
const withDatabase = ['apps/api/**/*.test.ts', 'prisma/**/*.test.ts', 'packages/db/**/*.test.ts', 'scripts/**/*.db.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withDatabase],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'api', include: withDatabase, globalSetup, testTimeout: 20_000, hookTimeout: 30_000 } },
      // Its own vite.config.ts knows what a page needs.
      'apps/web',
    ],
    // Two cores, and tests that often wait for the clock or the database.
    maxWorkers: 3,
    passWithNoTests: false,
  },
})
