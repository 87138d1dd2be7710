import { expect, test } from 'vitest'
import { detectLanguage, guessLanguage } from './detect-language.ts'

const samples = {
  zhHant: '本標準規定紡織品水洗色牢度之試驗方法。試樣須於標準狀態下調濕後，再以標準洗劑洗滌，並以灰色標度評定其變褪色與汙染程度。',
  ja: 'この規格は、繊維製品の洗濯に対する染色堅ろう度の試験方法について規定する。試験片は標準状態で調湿した後に洗濯する。',
  th: 'มาตรฐานนี้กำหนดวิธีทดสอบความคงทนของสีต่อการซักของสิ่งทอ ชิ้นทดสอบต้องปรับภาวะก่อนการทดสอบ แล้วจึงประเมินผลด้วยเกรย์สเกล',
  vi: 'Tiêu chuẩn này quy định phương pháp thử độ bền màu với giặt của vật liệu dệt. Mẫu thử phải được điều hòa trước khi thử nghiệm và đánh giá.',
  en: 'This standard gives the method of testing the color fastness of textiles to washing. The specimen is conditioned before the test.',
  other:
    'Настоящий стандарт устанавливает метод испытания устойчивости окраски текстильных материалов к стирке. Пробу кондиционируют перед испытанием и оценивают по серой шкале. Испытание проводят в стандартных условиях, а результат записывают в протокол.',
}

test.each(Object.entries(samples))('a text in %s is told by its letters', (language, text) => {
  expect(detectLanguage(text.repeat(2))).toBe(language)
})

test.each([
  ['zhHant', '會議決定於三月汰換第七號梭織機。'],
  ['ja', '軸受けには週に一度注油する。'],
  ['th', 'ต้องสวมแว่นตานิรภัยทุกครั้ง'],
  ['vi', 'Công nhân phải đeo khẩu trang khi làm việc.'],
  ['en', 'Gloves are worn when the acid is poured.'],
])('a note in %s is long enough', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})

test('a list of terms is in no language', () => {
  expect(detectLanguage('fibre, regain percent, cotton, wool, viscose')).toBeNull()
})

test('a short text is in no language', () => {
  expect(detectLanguage('ISO 13934-1:2013')).toBeNull()
})

test.each([
  ['引張強度試験結果', 'ja', 'ja'],
  ['引張強度試験結果', 'zhHant', 'zhHant'],
  ['引張強度試験結果', 'th', 'zhHant'],
  ['引張強度試験結果', null, 'zhHant'],
  ['ユニクロ的布料強度是多少？', 'zhHant', 'zhHant'],
  ['ユニクロ 綿糸 強度', 'ja', 'ja'],
  ['ユニクロ的布料強度', null, 'ja'],
  ['綿は縮みますか。', 'zhHant', 'ja'],
  ['コットン', 'zhHant', 'ja'],
  ['Does cotton shrink?', 'ja', 'en'],
] as const)('a question %s of a reader of %s is in %s', (question, expected, language) => {
  expect(guessLanguage(question, expected)).toBe(language)
})
