import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Product, startProduct } from '../../e2e/support/product/product.ts'
import { buildWeb } from '../../scripts/starting/builds.ts'

/** Measures the built application with a product of its own. */
export async function measureBuiltProduct<Measurement>(measure: (product: Product) => Promise<Measurement>): Promise<Measurement> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-web-'))
  try {
    const { product, stop } = await startProduct(await buildWeb(), directory)
    try {
      return await measure(product)
    } finally {
      await stop()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
