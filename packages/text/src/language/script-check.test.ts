import { describe, expect, test } from 'vitest'
import { type AnswerLanguage, asksForLanguage, checkLanguage, checkScript } from './script-check.ts'

const answers: Record<AnswerLanguage, string> = {
  zhHant:
    '染色牢度是指紡織品的顏色在使用或加工過程中，抵抗外界因素影響而不褪色的能力。常見的測試項目包括耐洗、耐摩擦、耐汗漬與耐光，結果通常以一到五級表示，級數越高代表牢度越好。',
  en: 'Colour fastness is the ability of a textile to keep its colour when it is washed, rubbed, worn or exposed to light. It is usually graded from one to five, and a higher grade means that the colour is more stable.',
  ja: '染色堅牢度とは、繊維製品の色が使用中や加工中の外的な影響に対してどれだけ変わらずに保たれるかを示すものです。洗濯、摩擦、汗、光などに対する試験があり、結果は一級から五級で表されます。',
  th: 'ความคงทนของสีหมายถึงความสามารถของสิ่งทอในการรักษาสีไว้เมื่อผ่านการซัก การขัดถู เหงื่อ หรือแสง โดยทั่วไปจะให้คะแนนตั้งแต่หนึ่งถึงห้า ยิ่งคะแนนสูงสียิ่งคงทน',
  vi: 'Độ bền màu là khả năng của vật liệu dệt giữ được màu sắc khi giặt, ma sát, tiếp xúc với mồ hôi hoặc ánh sáng. Kết quả thường được đánh giá từ cấp một đến cấp năm, cấp càng cao thì màu càng bền.',
}
const languages = Object.keys(answers) as AnswerLanguage[]

describe('a real answer', () => {
  test.each(languages.flatMap((written) => languages.map((promised) => [written, promised] as const)))(
    'in %s where %s was promised',
    (written, promised) => {
      expect(checkScript(answers[written], promised)).toBe(written === promised ? 'matches' : 'wrong')
    },
  )

  test.each(languages)('in %s is never wrong while it grows', (language) => {
    const answer = answers[language]
    for (let length = 0; length <= answer.length; length += 5) expect(checkScript(answer.slice(0, length), language)).not.toBe('wrong')
  })

  test('in Simplified Chinese is Chinese: its characters are converted', () => {
    expect(
      checkScript('染色牢度是指纺织品的颜色在使用或加工过程中，抵抗外界因素影响而不褪色的能力。常见的测试项目包括耐洗与耐摩擦。', 'zhHant'),
    ).toBe('matches')
  })
})

describe('is never wrong', () => {
  test.each<[string, AnswerLanguage, string]>([
    ['for a short answer', 'th', 'Yes, it does.'],
    ['for a number', 'zhHant', '3.14159265358979323846264338327950288419716939937510'.repeat(3)],
    [
      'for code alone',
      'zhHant',
      '```python\nfor fibre in fibres:\n    print(fibre.name, fibre.strength, fibre.elongation, fibre.moisture_regain)\n```',
    ],
    [
      'for code that is not complete',
      'ja',
      '```ts\nexport function measureTheStrengthOfAFibre(sample: Sample): number {\n  return sample.force / sample.linearDensity\n',
    ],
    ['for links', 'th', 'https://example.com/a/very/long/path/to/a/document/about/textiles https://example.org/another/long/path/to/it'],
    [
      'for a quotation',
      'vi',
      '> The ability of a textile to keep its colour when it is washed, rubbed, worn or exposed to light is called fastness.',
    ],
    [
      'for a list of fibres',
      'th',
      'เส้นใยที่ใช้: Polyester (PET), Polyamide 6.6, Viscose, Lyocell (Tencel), Elastane (Spandex, Lycra), Aramid (Kevlar, Nomex), Polypropylene',
    ],
    [
      'for many English terms',
      'ja',
      'Spunbond と Meltblown の違い：Spunbond nonwoven は continuous filament、Meltblown は microfiber。SMS (Spunbond-Meltblown-Spunbond) composite laminate',
    ],
    [
      'for many English terms',
      'zhHant',
      '使用 Python 的 pandas 與 scikit-learn：DataFrame、RandomForestRegressor、train_test_split、mean_squared_error、cross_val_score 等函式',
    ],
    [
      'for norms',
      'vi',
      'Tiêu chuẩn: ISO 105-C06, AATCC 61, ASTM D5034, JIS L 0844, GB/T 3921, EN ISO 13934-1, OEKO-TEX Standard 100, Bluesign, GOTS, ZDHC MRSL',
    ],
    [
      'for Latin names',
      'en',
      'Gossypium hirsutum, Gossypium barbadense, Linum usitatissimum, Cannabis sativa, Boehmeria nivea, Corchorus capsularis, Agave sisalana',
    ],
    [
      'for Japanese terms',
      'ja',
      '綿、麻、絹、羊毛、再生繊維、合成繊維、炭素繊維、金属繊維、無機繊維、不織布、織物、編物、組物、染色、捺染、仕上加工',
    ],
  ])('%s in %s: %s', (_, language, text) => {
    expect(checkScript(text, language)).not.toBe('wrong')
  })
})

describe('a question', () => {
  test.each([
    'Translate this into English: 織物',
    '請把這段翻譯成日文',
    'この文を英語に訳してください',
    'ช่วยแปลเป็นภาษาอังกฤษ',
    'Dịch sang tiếng Anh giúp tôi',
    '用英文寫一封信',
    '请用简体回答',
  ])('that asks for another language: %s', (question) => {
    expect(asksForLanguage(question)).toBe(true)
  })

  test.each([
    '什麼是染色牢度？',
    'What is colour fastness?',
    '染色堅牢度とは何ですか',
    'ความคงทนของสีคืออะไร',
    'Độ bền màu là gì?',
    'How is raw silk woven?',
  ])('that asks for none: %s', (question) => {
    expect(asksForLanguage(question)).toBe(false)
  })
})

test('an answer in the language that the question names is not wrong', () => {
  expect(checkLanguage(answers.en, 'zhHant', '請翻譯成英文：……')).toBe('unsure')
  expect(checkLanguage(answers.en, 'zhHant', '什麼是染色牢度？')).toBe('wrong')
  expect(checkLanguage(answers.zhHant, 'zhHant', '請翻譯成英文：……')).toBe('matches')
})

test.each([
  ['fences that are not closed', '```\n<a '],
  ['tags that are not closed', '<a '],
  ['quotations that are not closed', '「“"«'],
  ['addresses without an end', 'a@a.'],
  ['formulas that are not closed', '$$\\('],
])('%s cost little time', (_, part) => {
  const began = process.cpuUsage()
  checkScript(`${answers.th.slice(0, 60)}${part.repeat(20_000)}`, 'th')
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})
