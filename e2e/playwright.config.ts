import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './support/chromium-flags.ts'

const tour = { name: 'tour', testDir: 'tour' }

export default defineConfig({
  // The tour takes pictures for people to look at; it runs when it is told where to put them.
  projects: [{ name: 'journeys', testDir: 'journeys' }, ...(process.env.TOUR_DIR ? [tour] : [])],
  outputDir: 'test-results',
  globalSetup: './support/global.setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Two cores, and journeys that often wait for the product: measured 366 s with two workers, 300 s and less with four.
  workers: 4,
  // What passes only at the second try has failed.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: chromiumFlags,
      // Without a locale it would not give a file a name that is not ASCII.
      env: { ...process.env, LANG: 'C.UTF-8' },
    },
    actionTimeout: 20_000,
    // It copies the page at each action, which costs as much as the journeys themselves on two cores: for looking at one.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
