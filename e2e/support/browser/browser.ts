// A browser outside a test run.
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../../scripts/suite/chromium.ts'
import { chromiumFlags } from './chromium-flags.ts'

export type { Browser, Page } from '@playwright/test'

/** Starts the Chromium of the journeys, with more flags where a test needs them. */
export const launchBrowser = async (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags, ...flags] })
