/**
 * Formats an amount of a currency (ISO 4217) in a language (BCP 47), by default with four decimals below one: a request may cost a
 * fraction of a cent. Chinese of Taiwan writes its own currency as a bare `$`, which is another's on a page with several.
 */
export function formatMoney(tag: string, currency: string, amount: number, options: Intl.NumberFormatOptions = {}): string {
  const maximumFractionDigits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2
  return new Intl.NumberFormat(tag, { style: 'currency', currency, maximumFractionDigits, ...options })
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' && value === '$' && currency === 'TWD' ? 'NT$' : value))
    .join('')
}
