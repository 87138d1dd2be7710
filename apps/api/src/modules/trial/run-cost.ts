// What calls of models cost, as the database prices them in usage_call: each call in 10⁻⁸ of the currency.
import type { RunCost } from '@heddle/contracts/trial/workflow-run'
import type { UsageCall } from '../usage/usage.service.ts'

/** In 10⁻⁶ of the currency, for a million tokens. */
export type RunPrice = { readonly currency: string; readonly input: bigint; readonly cachedInput: bigint; readonly output: bigint }

/** By the id of the model. */
export type ModelPrices = ReadonlyMap<string, RunPrice>

const digits = 8

/** Returns a price of at most six digits after the point in 10⁻⁶. */
export const toMicros = (price: { readonly toFixed: (digits: number) => string }): bigint => BigInt(price.toFixed(6).replace('.', ''))

/** Returns what the calls cost together; null without calls, when one of them has no price, and in several currencies. */
export function computeCost(calls: readonly UsageCall[], prices: ModelPrices): RunCost | null {
  // A call that no model took costs nothing.
  const counted = calls.filter(({ usage }) => usage.inputTokens + usage.outputTokens > 0)
  const priced = counted.flatMap((call) => {
    const price = call.modelId === null ? undefined : prices.get(call.modelId)
    return price ? [{ currency: price.currency, amount: priceCall(call, price) }] : []
  })
  const [first] = priced
  if (!first || priced.length < counted.length || priced.some(({ currency }) => currency !== first.currency)) return null
  return { amount: formatAmount(priced.reduce((sum, { amount }) => sum + amount, 0n)), currency: first.currency }
}

function priceCall({ usage }: UsageCall, { input, cachedInput, output }: RunPrice): bigint {
  const { inputTokens, cachedTokens, outputTokens } = usage
  const uncached = BigInt(Math.max(0, inputTokens - cachedTokens))
  const exact = uncached * input + BigInt(cachedTokens) * cachedInput + BigInt(outputTokens) * output
  // From 10⁻¹² to 10⁻⁸, rounded half up.
  return (exact + 5_000n) / 10_000n
}

function formatAmount(amount: bigint): string {
  const text = amount.toString().padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
}
