// `node e2e/tour.ts FOLDER`: a screenshot of every screen, in three languages, light and dark, on a desk and on a phone.
import { resolve } from 'node:path'
import { runJourneys } from '../scripts/suite/journeys.ts'

const [folder, ...args] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Usage: node e2e/tour.ts FOLDER [arguments of Playwright]\n')
  process.exitCode = 1
} else {
  process.exitCode = await runJourneys(['--project=tour', ...args], { TOUR_DIR: resolve(folder) })
}
