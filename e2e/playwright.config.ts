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
  // Two cores; what passes only at the second try has failed.
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags },
    actionTimeout: 10_000,
    // Without pictures of every moment, which cost more than the journeys themselves on two cores.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
