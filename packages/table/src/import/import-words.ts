// Words of tables in five languages, by the keys of their texts.
import { toTextKey } from '../text-key.ts'

const toKeys = (words: string): ReadonlySet<string> => new Set(words.split('|').map((word) => toTextKey(word)))

export const trueWords = toKeys('yes|y|true|是|はい|○|〇|✓|✔|ใช่|có|đúng')
export const falseWords = toKeys('no|n|false|否|いいえ|×|✗|✘|ไม่ใช่|ไม่|không|sai')

/** What stands for nothing in any column. */
const dashes = toKeys('-|--|---|—|–|/|n/a|n.a.|#n/a')

/** What stands for nothing where other cells are numbers or dates. */
const missingWords = toKeys('na|null|none|nil|無|無資料|未測|未填|なし|未測定|データなし|ไม่มี|ไม่มีข้อมูล|không có|không|trống')

/** What none of them begins with is told without its key, which takes longer than all else of a cell. */
const dashStart = /^[-/#nN\u2010-\u2015\u2212－／＃ｎＮ]/u
const maxDashCharacters = 4

export const isDash = (text: string): boolean => text.length <= maxDashCharacters && dashStart.test(text) && dashes.has(toTextKey(text))
export const isMissingWord = (text: string): boolean => missingWords.has(toTextKey(text))

/** Of the first cell of a row that sums up those above it. */
const totalWords = toKeys(
  [
    'total|grand total|sum|subtotal|mean|average|avg|ave|median|min|minimum|max|maximum|range|std|std dev|std. dev.|stdev|sd|s.d.|standard deviation|cv|cv%|cv (%)|cv %|variance',
    '總計|合計|小計|總和|計|平均|平均值|中位數|最小|最小值|最大|最大值|標準差|標準偏差|變異係數|變異係數(%)|全距',
    '総計|平均値|中央値|最小値|最大値|変動係数|変動率',
    'รวม|ผลรวม|รวมทั้งหมด|เฉลี่ย|ค่าเฉลี่ย|มัธยฐาน|ค่าต่ำสุด|ค่าสูงสุด|ต่ำสุด|สูงสุด|ส่วนเบี่ยงเบนมาตรฐาน|สัมประสิทธิ์ความแปรปรวน',
    'tổng|tổng cộng|cộng|trung bình|trung vị|nhỏ nhất|lớn nhất|độ lệch chuẩn|hệ số biến thiên',
  ].join('|'),
)

/** Characters of the longest of them. */
const maxTotalCharacters = 30

/** Whether a text says that its row sums up others: `Mean`, `平均 (n=5)`, `合計：`. */
export function isTotalWord(text: string): boolean {
  if (text.length > maxTotalCharacters) return false
  const key = toTextKey(text)
  return totalWords.has(key) || totalWords.has(key.replace(/\s*\((?:n ?= ?)?\d+\)$/, '').replace(/[\s:：]+$/u, ''))
}

const noteStart =
  /^(?:\s*[*※†‡]|(?:notes?|remarks?|source|legend|n\.?b\.?|註|注|備註|备注|附註|說明|说明|資料來源|资料来源|備考|出典|注記|注意|หมายเหตุ|ที่มา|ghi chú|chú thích|nguồn)(?:\s*\d*\s*[:：.、)）]|\s*$))/iu

/** Whether a text begins as a note under a table does. */
export const isNote = (text: string): boolean => noteStart.test(text.slice(0, 60).trim())

/** Of headers whose column names its rows. */
const keyWords =
  /(?:^|[^\p{L}])(?:id|no|nr|code|sample|specimen|lot|batch|key|ref)(?:$|[^\p{L}])|編號|号码|號碼|代號|試樣|樣品|批號|番号|試料|ロット|รหัส|ตัวอย่าง|ล็อต|mã|mẫu|lô|số hiệu/iu

export const isKeyHeader = (header: string): boolean => keyWords.test(header.slice(0, 200))

/** Of headers whose cells are grades of a scale, which spreadsheets take for dates: `4-5`. */
const gradeWords = /grade|rating|fastness|grey scale|gray scale|級|级|堅牢|堅ろう|色牢度|堅牢度|ระดับ|ความคงทน|cấp|độ bền màu/iu

export const isGradeHeader = (header: string): boolean => gradeWords.test(header.slice(0, 200))

const dateWords = /(?:^|[^\p{L}])dates?(?:$|[^\p{L}])|日期|年月日|日付|วันที่|ngày/iu

export const isDateHeader = (header: string): boolean => dateWords.test(header.slice(0, 200))
