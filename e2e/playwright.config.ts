import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './support/browser/chromium-flags.ts'

/**
 * Chromium opens two pages of its own beside each window, for the list below its address bar, and draws by a GPU in software: both are a
 * sixth of the processor time of a journey. The last switch of this name counts, so that it has Playwright's features too.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const tour = { name: 'tour', testDir: 'tour' }
const pictures = { name: 'pictures', testDir: 'pictures' }

/** Those of a minute or half of one begin first, so that no worker is alone with one at the end. */
const longest = [
  'shell/accessibility.spec.ts',
  'workflows/admin-sets-up.spec.ts',
  'workflows/builder.spec.ts',
  'workflows/workflow-test.spec.ts',
]

export default defineConfig({
  // The tour takes screenshots for review, and the pictures are those of the help: they run only with their folder.
  projects: [
    { name: 'longest', testDir: 'journeys', testMatch: longest },
    { name: 'journeys', testDir: 'journeys', testIgnore: longest },
    ...(process.env.TOUR_DIR ? [tour] : []),
    ...(process.env.PICTURE_DIR ? [pictures] : []),
  ],
  outputDir: 'test-results',
  globalSetup: './support/product/global.setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Two cores, and journeys that often wait for the product. More of them only compile the same code in more browsers.
  workers: 4,
  // A flaky test has failed.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Most code of a page runs too seldom to repay its optimization.
      args: [...chromiumFlags, '--js-flags=--no-maglev,--no-opt', '--disable-gpu', `--disable-features=${disabledFeatures.join(',')}`],
      // Without a locale Chromium cannot save a file with a name beyond ASCII.
      env: { ...process.env, LANG: 'C.UTF-8' },
    },
    actionTimeout: 20_000,
    // A trace copies the page at each action, which doubles the time of the journeys: only for debugging one.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
})
