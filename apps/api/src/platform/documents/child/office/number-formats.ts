// Writes the numbers of lists in the formats of ISO/IEC 29500-1, 17.18.59 (ST_NumberFormat).

type Format = (value: number) => string

/** Returns the characters, each of which is a sign of its own in these formats. */
const split = (signs: string): string[] => Array.from(signs)

const pick =
  (signs: readonly string[]): Format =>
  (value) =>
    signs[value - 1] ?? String(value)

const maxRepeats = 20

/** a … z, aa, bb, as Word counts. */
const repeatLetters =
  (letters: readonly string[]): Format =>
  (value) =>
    value > letters.length * maxRepeats
      ? String(value)
      : (letters[(value - 1) % letters.length] ?? '').repeat(Math.floor((value - 1) / letters.length) + 1)

const alphabet = split('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const lower = (format: Format) => (value: number) => format(value).toLowerCase()

const romans: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]
function formatRoman(value: number): string {
  let remaining = Math.min(value, 10_000)
  return romans
    .map(([size, sign]) => {
      const count = Math.floor(remaining / size)
      remaining -= count * size
      return sign.repeat(count)
    })
    .join('')
}

const replaceDigits =
  (digits: string): Format =>
  (value) =>
    String(value).replaceAll(/\d/g, (digit) => split(digits)[Number(digit)] ?? digit)

type Ideographs = {
  readonly digits: string
  /** Of tens, hundreds and thousands. */
  readonly units: readonly [string, string, string]
  readonly tenThousand: string
  /** 一百零一 in Chinese, 百一 in Japanese. */
  readonly saysZero: boolean
  /** Whether one ten, one hundred and one thousand say that they are one: 壹拾; otherwise only 一百. */
  readonly saysOne: 'always' | 'hundreds' | 'never'
}

/** Counts by tens and hundreds: 三百二十一. */
const countIdeographs = (style: Ideographs): Format => {
  const digits = split(style.digits)
  const formatGroup = (value: number, isFirst: boolean) => {
    let text = ''
    let hasGap = !isFirst
    for (const power of [3, 2, 1, 0]) {
      const digit = Math.floor(value / 10 ** power) % 10
      if (digit === 0) {
        hasGap ||= text !== ''
        continue
      }
      const isSilentOne =
        digit === 1 && power > 0 && (style.saysOne === 'never' || (style.saysOne === 'hundreds' && power === 1 && text === '' && isFirst))
      if (hasGap && style.saysZero && (text !== '' || (!isFirst && value < 1_000))) text += digits[0] ?? ''
      hasGap = false
      text += `${isSilentOne ? '' : (digits[digit] ?? '')}${power > 0 ? (style.units[power - 1] ?? '') : ''}`
    }
    return text
  }
  return (value) => {
    if (value === 0) return digits[0] ?? '0'
    if (value >= 100_000_000) return String(value)
    const high = Math.floor(value / 10_000)
    const low = value % 10_000
    return `${high ? formatGroup(high, true) + style.tenThousand : ''}${low ? formatGroup(low, high === 0) : ''}`
  }
}

const units = ['十', '百', '千'] as const
const chinese = countIdeographs({ digits: '零一二三四五六七八九', units, tenThousand: '萬', saysZero: true, saysOne: 'hundreds' })
const simplified = countIdeographs({ digits: '零一二三四五六七八九', units, tenThousand: '万', saysZero: true, saysOne: 'hundreds' })
const japanese = countIdeographs({ digits: '〇一二三四五六七八九', units, tenThousand: '万', saysZero: false, saysOne: 'never' })
const korean = countIdeographs({
  digits: '영일이삼사오육칠팔구',
  units: ['십', '백', '천'],
  tenThousand: '만',
  saysZero: false,
  saysOne: 'never',
})
const traditionalLegal = countIdeographs({
  digits: '零壹貳參肆伍陸柒捌玖',
  units: ['拾', '佰', '仟'],
  tenThousand: '萬',
  saysZero: true,
  saysOne: 'always',
})
const simplifiedLegal = countIdeographs({
  digits: '零壹贰叁肆伍陆柒捌玖',
  units: ['拾', '佰', '仟'],
  tenThousand: '万',
  saysZero: true,
  saysOne: 'always',
})
const japaneseLegal = countIdeographs({
  digits: '〇壱弐参四五六七八九',
  units: ['拾', '百', '阡'],
  tenThousand: '萬',
  saysZero: false,
  saysOne: 'always',
})

const vietnameseDigits = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']
function formatVietnamese(value: number): string {
  if (value >= 1_000) return String(value)
  const [hundred, ten, one] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10]
  const parts: string[] = []
  if (hundred) parts.push(`${vietnameseDigits[hundred] ?? ''} trăm`)
  if (ten > 1) parts.push(`${vietnameseDigits[ten] ?? ''} mươi`)
  else if (ten === 1) parts.push('mười')
  else if (hundred && one) parts.push('lẻ')
  if (one === 1 && ten > 1) parts.push('mốt')
  else if (one === 5 && ten > 0) parts.push('lăm')
  else if (one || value === 0) parts.push(vietnameseDigits[one] ?? '')
  return parts.join(' ')
}

const thaiDigits = ['ศูนย์', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า']
const thaiUnits = ['', 'สิบ', 'ร้อย', 'พัน', 'หมื่น', 'แสน']
function formatThai(value: number): string {
  if (value === 0 || value >= 1_000_000) return value === 0 ? (thaiDigits[0] ?? '') : String(value)
  const digits = split(String(value)).map(Number)
  return digits
    .map((digit, index) => {
      const power = digits.length - 1 - index
      if (digit === 0) return ''
      if (power === 0 && digit === 1 && digits.length > 1) return 'เอ็ด'
      if (power === 1 && digit <= 2) return digit === 1 ? 'สิบ' : 'ยี่สิบ'
      return `${thaiDigits[digit] ?? ''}${thaiUnits[power] ?? ''}`
    })
    .join('')
}

const englishOnes =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const englishTens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
function formatEnglish(value: number): string {
  if (value < 20) return englishOnes[value] ?? ''
  if (value < 100) return `${englishTens[Math.floor(value / 10)] ?? ''}${value % 10 ? `-${englishOnes[value % 10] ?? ''}` : ''}`
  if (value < 1_000) return `${englishOnes[Math.floor(value / 100)] ?? ''} hundred${value % 100 ? ` ${formatEnglish(value % 100)}` : ''}`
  return String(value)
}
const irregularOrdinals = new Map(
  'one:first two:second three:third five:fifth eight:eighth nine:ninth twelve:twelfth'.split(' ').map((pair) => {
    const [cardinal = '', ordinal = ''] = pair.split(':')
    return [cardinal, ordinal] as const
  }),
)
const formatOrdinalWord: Format = (value) =>
  formatEnglish(value).replace(
    /[a-z]+$/,
    (word) => irregularOrdinals.get(word) ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`),
  )
const capitalize = (format: Format) => (value: number) => format(value).replace(/^./u, (letter) => letter.toUpperCase())

function formatOrdinal(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1
  return `${value}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index))
const circled = [...range(0x24_60, 20), ...range(0x32_51, 15), ...range(0x32_b1, 15)]

const formats: Readonly<Record<string, Format>> = {
  none: () => '',
  decimalZero: (value) => String(value).padStart(2, '0'),
  upperRoman: formatRoman,
  lowerRoman: lower(formatRoman),
  upperLetter: repeatLetters(alphabet),
  lowerLetter: lower(repeatLetters(alphabet)),
  ordinal: formatOrdinal,
  cardinalText: capitalize(formatEnglish),
  ordinalText: capitalize(formatOrdinalWord),
  hex: (value) => value.toString(16).toUpperCase(),
  chicago: repeatLetters(split('*†‡§')),
  numberInDash: (value) => `- ${value} -`,
  decimalFullWidth: replaceDigits('０１２３４５６７８９'),
  decimalFullWidth2: replaceDigits('０１２３４５６７８９'),
  decimalEnclosedCircle: pick(circled),
  decimalEnclosedCircleChinese: pick(circled),
  decimalEnclosedFullstop: pick(range(0x24_88, 20)),
  decimalEnclosedParen: pick(range(0x24_74, 20)),
  ideographEnclosedCircle: pick(range(0x32_80, 10)),
  ideographTraditional: pick(split('甲乙丙丁戊己庚辛壬癸')),
  ideographZodiac: pick(split('子丑寅卯辰巳午未申酉戌亥')),
  ideographZodiacTraditional: (value) =>
    `${split('甲乙丙丁戊己庚辛壬癸')[(value - 1) % 10] ?? ''}${split('子丑寅卯辰巳午未申酉戌亥')[(value - 1) % 12] ?? ''}`,
  ideographDigital: replaceDigits('〇一二三四五六七八九'),
  taiwaneseDigital: replaceDigits('○一二三四五六七八九'),
  japaneseDigitalTenThousand: replaceDigits('〇一二三四五六七八九'),
  taiwaneseCounting: chinese,
  taiwaneseCountingThousand: chinese,
  chineseCounting: simplified,
  chineseCountingThousand: simplified,
  japaneseCounting: japanese,
  japaneseLegal,
  ideographLegalTraditional: traditionalLegal,
  chineseLegalSimplified: simplifiedLegal,
  koreanCounting: korean,
  koreanDigital: replaceDigits('영일이삼사오육칠팔구'),
  koreanDigital2: replaceDigits('零一二三四五六七八九'),
  koreanLegal: pick(['하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉', '열']),
  ganada: repeatLetters(split('가나다라마바사아자차카타파하')),
  chosung: repeatLetters(split('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')),
  aiueo: repeatLetters(split('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン')),
  aiueoFullWidth: repeatLetters(split('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン')),
  iroha: repeatLetters(split('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン')),
  irohaFullWidth: repeatLetters(split('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン')),
  thaiLetters: repeatLetters(split('กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ')),
  thaiNumbers: replaceDigits('๐๑๒๓๔๕๖๗๘๙'),
  thaiCounting: formatThai,
  vietnameseCounting: formatVietnamese,
  hindiNumbers: replaceDigits('०१२३४५६७८९'),
  arabicAlpha: repeatLetters(split('أبتثجحخدذرزسشصضطظعغفقكلمنهوي')),
  hebrew2: repeatLetters(split('אבגדהוזחטיכלמנסעפצקרשת')),
  russianUpper: repeatLetters(split('АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ')),
  russianLower: lower(repeatLetters(split('АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'))),
}

/** A list does not count so far; a file may claim it. */
const maxValue = 32_767

/** Returns the number in the format; in digits where the format is not known. */
export function formatNumber(value: number, format: string | undefined): string {
  if (value < 0 || value > maxValue || (value === 0 && format !== 'decimalZero' && format !== 'none')) return String(value)
  return format !== undefined && Object.hasOwn(formats, format) ? (formats[format]?.(value) ?? '') : String(value)
}
