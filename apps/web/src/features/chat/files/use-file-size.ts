import { useLanguage } from '#i18n/use-language.ts'

/** Says a number of bytes as people do, in the reader's language: never less than a tenth of a kilobyte. */
export function useFileSize(): (bytes: number) => string {
  const { tag } = useLanguage()
  return (bytes) => {
    const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte'
    const value = unit === 'kilobyte' ? Math.max(bytes / 1_000, 0.1) : bytes / 1_000_000
    return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  }
}
