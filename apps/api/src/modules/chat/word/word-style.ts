// How a Word file looks: fonts and languages by script, so that Word breaks the lines of each language as it should.
import type { Language } from '@heddle/contracts/languages'
import { BorderStyle, type IRunOptions, type IStylesOptions, LineRuleType, ShadingType } from 'docx'

/** Word has a font and a language for each of three kinds of script: Latin, East Asian and complex, of which Thai is one. */
const scripts: Readonly<Record<Language, { readonly latin: string; readonly eastAsia: string; readonly eastAsianFont: string }>> = {
  zhHant: { latin: 'en-US', eastAsia: 'zh-TW', eastAsianFont: 'Microsoft JhengHei' },
  en: { latin: 'en-US', eastAsia: 'zh-TW', eastAsianFont: 'Microsoft JhengHei' },
  ja: { latin: 'en-US', eastAsia: 'ja-JP', eastAsianFont: 'Yu Gothic' },
  th: { latin: 'th-TH', eastAsia: 'zh-TW', eastAsianFont: 'Microsoft JhengHei' },
  vi: { latin: 'vi-VN', eastAsia: 'zh-TW', eastAsianFont: 'Microsoft JhengHei' },
}

const complex = { language: 'th-TH', font: 'Leelawadee UI' }
const latinFont = 'Calibri'
const codeFont = 'Consolas'

/** Returns the fonts and the languages of a text that is written in a language. */
export function markLanguage(language: Language): Pick<IRunOptions, 'font' | 'language'> {
  const { latin, eastAsia, eastAsianFont } = scripts[language]
  return {
    font: { ascii: latinFont, hAnsi: latinFont, eastAsia: eastAsianFont, cs: complex.font },
    language: { value: latin, eastAsia, bidirectional: complex.language },
  }
}

export const markCode = (language: Language): Pick<IRunOptions, 'font' | 'language' | 'noProof'> => ({
  ...markLanguage(language),
  font: { ascii: codeFont, hAnsi: codeFont, eastAsia: scripts[language].eastAsianFont, cs: complex.font },
  noProof: true,
})

export const codeShading = { type: ShadingType.CLEAR, fill: 'F1F3F5', color: 'auto' } as const
export const quoteBorder = { left: { style: BorderStyle.SINGLE, size: 18, color: 'ADB5BD', space: 8 } } as const

/** Of Word's own styles, so that its outline and its table of contents know the headings. */
export const createStyles = (language: Language): IStylesOptions => ({
  default: {
    document: {
      run: { ...markLanguage(language), size: 22 },
      // Without the rule LibreOffice cuts formulas to the height of a line of text.
      paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
    },
    title: { run: { size: 36, bold: true } },
    heading1: { run: { size: 28, bold: true, color: '1F3A5F' }, paragraph: { spacing: { before: 320, after: 120 }, keepNext: true } },
    heading2: { run: { size: 26, bold: true }, paragraph: { spacing: { before: 240, after: 100 }, keepNext: true } },
    heading3: { run: { size: 24, bold: true }, paragraph: { spacing: { before: 200, after: 80 }, keepNext: true } },
    heading4: { run: { size: 22, bold: true }, paragraph: { keepNext: true } },
    heading5: { run: { size: 22, bold: true, italics: true }, paragraph: { keepNext: true } },
    heading6: { run: { size: 22, italics: true }, paragraph: { keepNext: true } },
  },
})
