// Passes the product from the set-up to Playwright's workers, which inherit its environment.
import type { Product } from './product.ts'

const variable = 'HEDDLE_E2E'

export function provideProduct(product: Product): void {
  process.env[variable] = JSON.stringify(product)
}

/** Returns the product that the set-up has started. */
export function findProduct(): Product {
  const text = process.env[variable]
  if (!text) throw new Error('The product does not run: the tests are started with `pnpm e2e`.')
  return JSON.parse(text) as Product
}
