// Starts the product once a run.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildWeb } from '../../../scripts/starting/builds.ts'
import { provideProduct } from './environment.ts'
import { startProduct } from './product.ts'

export default async function setup() {
  const logDir = join(import.meta.dirname, '..', '..', 'test-results', 'logs')
  await mkdir(logDir, { recursive: true })
  const { product, stop } = await startProduct(process.env.WEB_DIR ?? (await buildWeb()), logDir)
  provideProduct(product)
  return stop
}
