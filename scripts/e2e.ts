// `pnpm e2e [arguments of Playwright]`: the journeys alone.
import { runJourneys } from './suite/journeys.ts'

try {
  process.exitCode = await runJourneys(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
