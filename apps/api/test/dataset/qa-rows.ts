// Rows of approved answers as administrators write them: one of three languages, one in English alone, and two that are not valid today.
export const conditioning = {
  question: 'How long are samples conditioned before a tensile test?',
  wordings: 'Conditioning time of samples\n試樣在拉伸試驗前要調節多久？\nต้องปรับสภาวะชิ้นทดสอบนานเท่าใดก่อนทดสอบแรงดึง',
  zhHant: '試樣須在 20 °C、相對濕度 65 % 下調節 **24 小時**。',
  en: 'Samples are conditioned for **24 hours** at 20 °C and 65 % relative humidity.',
  th: 'ปรับสภาวะชิ้นทดสอบ **24 ชั่วโมง** ที่ 20 °C และความชื้นสัมพัทธ์ 65 %',
  sources: 'ISO 139:2005\nLaboratory manual, chapter 3',
} as const

export const fastness = {
  question: 'Which light source is used for colour fastness to light?',
  en: 'A xenon arc lamp, as ISO 105-B02 prescribes.',
} as const

export const conditioningRow = {
  c1: conditioning.question,
  c2: conditioning.wordings,
  c3: conditioning.zhHant,
  c4: conditioning.en,
  c6: conditioning.th,
  c8: conditioning.sources,
  c9: '2020-01-01',
  c10: '2999-12-31',
}
export const fastnessRow = { c1: fastness.question, c4: fastness.en, c8: 'ISO 105-B02' }
export const expiredRow = { c1: 'What does a tensile test cost?', c4: 'Canary 400 dollars a sample.', c10: '2020-12-31' }
export const futureRow = { c1: 'What does a washing test cost?', c4: 'Canary 900 dollars a sample.', c9: '2999-01-01' }

export const qaRows: readonly object[] = [conditioningRow, fastnessRow, expiredRow, futureRow]
