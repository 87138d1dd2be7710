// How reports write units in the five languages. What is not sure, or means several things in the trade, is not here: an unknown unit is asked
// about, a wrong one is not noticed.
import type { UnitId } from './units.ts'

/** Parts of a unit that stand on one side of its strokes; many are units themselves. */
export const parts = {
  tex: 'tex|特|特克斯|テックス|เท็กซ์|เทกซ์',
  dtex: 'dtex|分特|分特克斯|デシテックス|เดซิเท็กซ์',
  mtex: 'mtex|毫特|毫特克斯',
  ktex: 'ktex|千特|千特克斯',
  den: 'den|denier|deniers|D|旦|旦尼爾|旦尼尔|丹尼|丹尼爾|丹尼尔|デニール|เดนเยอร์|ดีเนียร์',
  N: 'N|newton|newtons|牛|牛頓|牛顿|ニュートン|นิวตัน|niutơn|niu-tơn',
  cN: 'cN|centinewton|centinewtons|厘牛|厘牛頓|厘牛顿|センチニュートン|เซนตินิวตัน',
  mN: 'mN|millinewton|millinewtons|毫牛|毫牛頓|毫牛顿|ミリニュートン|มิลลินิวตัน',
  kN: 'kN|kilonewton|kilonewtons|千牛|千牛頓|千牛顿|キロニュートン|กิโลนิวตัน',
  gf: 'gf|克力|公克力|กรัมแรง|gam lực',
  kgf: 'kgf|公斤力|千克力|กิโลกรัมแรง|kilôgam lực',
  lbf: 'lbf|磅力|ปอนด์แรง',
  Pa: 'Pa|pascal|pascals|帕|帕斯卡|パスカル|ปาสกาล',
  kPa: 'kPa|kilopascal|kilopascals|千帕|キロパスカル|กิโลปาสกาล',
  MPa: 'MPa|MPA|megapascal|megapascals|兆帕|百萬帕|メガパスカル|เมกะปาสกาล',
  bar: 'bar|bars|巴|バール|บาร์',
  m: 'm|metre|metres|meter|meters|米|公尺|メートル|เมตร|ม.|mét',
  cm: 'cm|centimetre|centimetres|centimeter|centimeters|厘米|公分|センチメートル|เซนติเมตร|ซม|ซม.|xentimét|xăngtimét',
  mm: 'mm|millimetre|millimetres|millimeter|millimeters|毫米|公釐|公厘|ミリメートル|มิลลิเมตร|มม|มม.|milimét',
  um: 'um|μm|micron|microns|micrometre|micrometres|micrometer|micrometers|微米|マイクロメートル|ミクロン|ไมโครเมตร|ไมครอน|micrômét',
  inch: 'inch|inches|in|in.|"|英寸|英吋|吋|インチ|นิ้ว',
  ft: 'ft|ft.|foot|feet|英尺|英呎|呎|フィート|ฟุต',
  yd: 'yd|yds|yard|yards|碼|码|ヤード|หลา',
  K: 'K|kelvin|開爾文|开尔文|ケルビン|เคลวิน',
  degC: '°C|degC|deg C|oC|degree Celsius|degrees Celsius|Celsius|攝氏度|摄氏度|องศาเซลเซียส|độ C',
  degF: '°F|degF|deg F|oF|degree Fahrenheit|degrees Fahrenheit|Fahrenheit|華氏度|华氏度|องศาฟาเรนไฮต์|độ F',
  g: 'g|gm|gram|grams|gramme|grammes|克|公克|グラム|กรัม|gam',
  mg: 'mg|milligram|milligrams|毫克|ミリグラム|มิลลิกรัม|มก|มก.|miligam',
  kg: 'kg|kgs|kilogram|kilograms|千克|公斤|キログラム|กิโลกรัม|กก|กก.|kilôgam',
  oz: 'oz|oz.|ounce|ounces|盎司|盎斯|オンス|ออนซ์',
  lb: 'lb|lbs|lb.|lbs.|pound|pounds|磅|ポンド|ปอนด์|pao',
  s: 's|sec|secs|sec.|second|seconds|秒|วินาที|giây',
  min: 'min|mins|min.|minute|minutes|分鐘|分钟|นาที|phút',
  h: 'h|hr|hrs|hour|hours|小時|小时|ชั่วโมง|ชม.|giờ',
  '%': '%|percent|per cent|pct|パーセント|เปอร์เซ็นต์|ร้อยละ|phần trăm',
  pH: 'pH',
  grade: 'grade|grades|級|级|ระดับ|cấp',
  threads: 'threads|thread|ends|picks|yarns|courses|wales|根|本|เส้น|sợi',
  turns: 'turns|turn|t|捻|撚|回|เกลียว|vòng|vòng xoắn',
  '10cm': '10cm|10 cm|10公分|10厘米|10 ซม.',
  m2: 'm2|sqm|sq m|sq.m|square metre|square meter|square metres|square meters|平方米|平方公尺|平方メートル|ตารางเมตร|ตร.ม.|mét vuông',
  cm2: 'cm2|sqcm|sq cm|square centimetre|square centimeter|平方厘米|平方公分|平方センチメートル|ตารางเซนติเมตร|ตร.ซม.',
  mm2: 'mm2|square millimetre|square millimeter|平方毫米|平方公釐|平方ミリメートル|ตารางมิลลิเมตร',
  in2: 'in2|inch2|sqin|sq in|sq.in|square inch|平方英寸|平方英吋|平方吋|平方インチ|ตารางนิ้ว',
  ft2: 'ft2|sqft|sq ft|sq.ft|square foot|square feet|平方英尺|平方英呎|平方呎|平方フィート|ตารางฟุต',
  yd2: 'yd2|sqyd|sq yd|sq.yd|sq.yd.|square yard|平方碼|平方码|平方ヤード|ตารางหลา',
  l: 'l|L|litre|litres|liter|liters|升|公升|リットル|ลิตร|lít',
  cm3: 'cm3|cc|ml|立方厘米|立方公分|ลบ.ซม.',
  ft3: 'ft3|cu ft|cubic foot|cubic feet|立方英尺',
  cfm: 'cfm',
} as const satisfies Readonly<Record<string, string>>

/** Units by what is no chain of their parts, and by other chains that mean the same. */
export const wholes: Readonly<Partial<Record<UnitId, string>>> = {
  Ne: 'Ne|NeC|ECC|cotton count|English cotton count|英支|英支數|英支数|英制支數|英制支数|英式支數|英式支数|番手(英式)|英式番手|綿番手',
  Nm: 'Nm|metric count|公支|公支數|公支数|公制支數|公制支数|メートル番手',
  RKM: 'RKM|gf/tex|g/tex',
  'g/den': 'gf/den|g/d|gf/d|gpd',
  'g/m2': 'gsm',
  'oz/yd2': 'osy',
  MPa: 'N/mm2',
  psi: 'psi|lbf/in2|lb/in2',
  'kgf/cm2': 'kg/cm2',
  'threads/inch': 'epi|ppi',
  'turns/m': 'tpm',
  'cfm/ft2': 'ft3/min/ft2|ft3/ft2/min',
  'l/m2/s': 'l/s/m2',
}

/** Words that mean one unit to one trade and another to the next. */
export const severalMeanings: Readonly<Record<string, readonly UnitId[]>> = {
  支: ['Ne', 'Nm'],
  支數: ['Ne', 'Nm'],
  支数: ['Ne', 'Nm'],
  番手: ['Ne', 'Nm'],
  tpi: ['threads/inch', 'turns/inch'],
}

/** Parts by words that mean them only beside a stroke: 分 alone may be a mark that was given, and 2.54 cm a length. */
export const withinCompounds = { min: '分', inch: '2.54cm|2.54 cm' } as const satisfies Partial<Record<keyof typeof parts, string>>

/** Words whose letters mean another unit, or a word, in the other case: mN and MN, mg and Mg, K and k, Nm and nm, Pa and PA (polyamide). */
export const keepsCase = new Set(['N', 'mN', 'Pa', 'MPa', 'MPA', 'Nm', 'K', 'm', 'g', 's', 'h', 'D', 'mg', 'mtex', 'l', 'L'])
