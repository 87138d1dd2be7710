// `pnpm pictures [arguments of Playwright]`: makes the pictures of the help in each language from the running product.
// `pnpm pictures --check`: lists those that are missing, or whose screen has changed since.
import { join } from 'node:path'
import { root } from '../scripts/processes/program.ts'
import { runJourneys } from '../scripts/suite/journeys.ts'
import { checkPictures, recordPictures } from './pictures/check-pictures.ts'
import { pictureFolder } from './pictures/picture-list.ts'

async function makePictures(args: readonly string[]): Promise<number> {
  const startedAt = Date.now()
  const code = await runJourneys(['--project=pictures', ...args], { PICTURE_DIR: join(root, pictureFolder) })
  await recordPictures(startedAt)
  return code
}

const args = process.argv.slice(2)
process.exitCode = args.includes('--check') ? await checkPictures() : await makePictures(args)
