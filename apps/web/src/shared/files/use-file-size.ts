import { useLanguage } from '#i18n/use-language.ts'

/** Returns a formatter of a number of bytes in the user's language: at least a tenth of a kilobyte. */
export function useFileSize(): (bytes: number) => string {
  const { tag } = useLanguage()
  return (bytes) => {
    const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte'
    const value = unit === 'kilobyte' ? Math.max(bytes / 1_000, 0.1) : bytes / 1_000_000
    return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  }
}
