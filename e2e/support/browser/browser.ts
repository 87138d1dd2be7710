// A browser outside a test run.
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../../scripts/suite/chromium.ts'
import { chromiumFlags } from './chromium-flags.ts'

export type { Browser, Page } from '@playwright/test'

/** Starts the Chromium of the journeys. */
export const launchBrowser = async (): Promise<Browser> => chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
