import { useLanguage } from '#i18n/use-language.ts'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** Says a number of bytes as people do, in the reader's language. */
export function useFileSize(): (bytes: number) => string {
  const { tag } = useLanguage()
  return (bytes) => {
    const power = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2
    const value = bytes / 1_000 ** power
    return new Intl.NumberFormat(tag, { style: 'unit', unit: units[power], maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 }).format(
      value,
    )
  }
}
