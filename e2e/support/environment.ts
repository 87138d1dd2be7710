// Playwright's workers inherit the environment of the process that ran the set-up.
import type { Product } from './product.ts'

const variable = 'HEDDLE_E2E'

export function handOver(product: Product): void {
  process.env[variable] = JSON.stringify(product)
}

/** The product that the set-up has started. */
export function findProduct(): Product {
  const text = process.env[variable]
  if (!text) throw new Error('The product does not run: the tests are started with `pnpm e2e`.')
  return JSON.parse(text) as Product
}
