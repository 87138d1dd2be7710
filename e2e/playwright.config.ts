import { defineConfig } from '@playwright/test'

/** Nothing of what Chromium does for itself: a journey sees only what the product does. */
const chromiumFlags = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

export default defineConfig({
  testDir: 'journeys',
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
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
