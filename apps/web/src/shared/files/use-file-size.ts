import { useLanguage } from '#i18n/use-language.ts'

const units = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
  ['kilobyte', 1_000],
] as const

/** Returns a formatter of a number of bytes in the user's language: at least a tenth of a kilobyte. */
export function useFileSize(): (bytes: number) => string {
  const { tag } = useLanguage()
  return (bytes) => {
    const [unit, size] = units.find(([, bound]) => bytes >= bound) ?? units[2]
    const value = Math.max(bytes / size, 0.1)
    return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  }
}
