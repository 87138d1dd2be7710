// The sample dataset: made-up results of 200 fabrics, to try datasets with. The columns are named in five languages, `rows.csv` has the rows.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { Choice, DatasetColumn, TableDefinition } from '@heddle/contracts/dataset/column'
import { parseLabValue } from '@heddle/units/lab-value'
import { text } from '@heddle/workflow/model/templates/starter-texts'
import { readFile } from 'node:fs/promises'

const fabrics: readonly Choice[] = [
  { value: 'poplin', name: text({ zhHant: '府綢', en: 'poplin', ja: 'ポプリン', th: 'ผ้าป๊อปลิน', vi: 'poplin' }) },
  { value: 'twill', name: text({ zhHant: '斜紋布', en: 'twill', ja: '綾織', th: 'ผ้าลายสอง', vi: 'vải chéo' }) },
  {
    value: 'denim',
    name: text({ zhHant: '丹寧布', en: 'denim', ja: 'デニム', th: 'ผ้าเดนิม', vi: 'denim' }),
    synonyms: ['牛仔布', 'ผ้ายีนส์', 'vải bò'],
  },
  { value: 'canvas', name: text({ zhHant: '帆布', en: 'canvas', ja: 'キャンバス', th: 'ผ้าใบ', vi: 'vải bạt' }) },
  { value: 'satin', name: text({ zhHant: '緞紋布', en: 'satin', ja: 'サテン', th: 'ผ้าซาติน', vi: 'satin' }) },
  { value: 'jersey', name: text({ zhHant: '平針針織布', en: 'jersey', ja: '天竺', th: 'ผ้าเจอร์ซีย์', vi: 'jersey' }) },
  { value: 'interlock', name: text({ zhHant: '雙面針織布', en: 'interlock', ja: 'スムース', th: 'ผ้าอินเตอร์ล็อค', vi: 'interlock' }) },
  { value: 'fleece', name: text({ zhHant: '刷毛布', en: 'fleece', ja: 'フリース', th: 'ผ้าฟลีซ', vi: 'vải nỉ' }) },
]

const fibers: readonly Choice[] = [
  { value: 'cotton', name: text({ zhHant: '棉', en: 'cotton', ja: '綿', th: 'ฝ้าย', vi: 'bông' }), synonyms: ['コットン', 'cotton 100%'] },
  { value: 'polyester', name: text({ zhHant: '聚酯', en: 'polyester', ja: 'ポリエステル', th: 'โพลีเอสเตอร์', vi: 'polyester' }) },
  {
    value: 'polyester/cotton',
    name: text({ zhHant: '聚酯棉混紡', en: 'polyester/cotton', ja: 'ポリエステル綿混', th: 'โพลีเอสเตอร์ผสมฝ้าย', vi: 'polyester pha bông' }),
  },
  { value: 'wool', name: text({ zhHant: '羊毛', en: 'wool', ja: '羊毛', th: 'ขนสัตว์', vi: 'len' }) },
  { value: 'linen', name: text({ zhHant: '亞麻', en: 'linen', ja: '亜麻', th: 'ลินิน', vi: 'lanh' }) },
  { value: 'viscose', name: text({ zhHant: '嫘縈', en: 'viscose', ja: 'ビスコース', th: 'วิสโคส', vi: 'visco' }) },
  { value: 'nylon', name: text({ zhHant: '尼龍', en: 'nylon', ja: 'ナイロン', th: 'ไนลอน', vi: 'nylon' }) },
]

const columns: readonly DatasetColumn[] = [
  { id: 'c1', name: text({ zhHant: '試樣編號', en: 'Sample', ja: '試料番号', th: 'รหัสตัวอย่าง', vi: 'Mã mẫu' }), type: 'text', key: true },
  {
    id: 'c2',
    name: text({ zhHant: '布種', en: 'Fabric', ja: '生地', th: 'ชนิดผ้า', vi: 'Loại vải' }),
    type: 'choice',
    choices: [...fabrics],
  },
  {
    id: 'c3',
    name: text({ zhHant: '纖維', en: 'Fiber', ja: '繊維', th: 'เส้นใย', vi: 'Xơ' }),
    synonyms: ['fibre'],
    type: 'choice',
    choices: [...fibers],
  },
  {
    id: 'c4',
    name: text({ zhHant: '單位面積質量', en: 'Mass per area', ja: '目付', th: 'น้ำหนักต่อพื้นที่', vi: 'Khối lượng trên diện tích' }),
    synonyms: ['基重', '克重', 'weight', 'GSM', 'น้ำหนัก', 'định lượng'],
    type: 'number',
    unit: 'g/m2',
    decimals: 1,
  },
  {
    id: 'c5',
    name: text({ zhHant: '經向強力', en: 'Warp strength', ja: 'たて方向の強さ', th: 'แรงดึงขาดแนวด้ายยืน', vi: 'Lực kéo đứt dọc' }),
    description: text({
      zhHant: '經向的斷裂強力；針織布不測',
      en: 'Breaking force in warp direction; not tested of knitted fabrics',
      ja: 'たて方向の引張強さ。編物では試験しません',
      th: 'แรงดึงขาดในแนวด้ายยืน ไม่ทดสอบกับผ้าถัก',
      vi: 'Lực kéo đứt theo hướng sợi dọc; không thử với vải dệt kim',
    }),
    synonyms: ['經向斷裂強力', 'strength in warp', 'tensile strength, warp', 'たて強力', 'độ bền dọc'],
    type: 'number',
    unit: 'N',
    decimals: 0,
  },
  {
    id: 'c6',
    name: text({ zhHant: '緯向強力', en: 'Weft strength', ja: 'よこ方向の強さ', th: 'แรงดึงขาดแนวด้ายพุ่ง', vi: 'Lực kéo đứt ngang' }),
    description: text({
      zhHant: '緯向的斷裂強力；針織布不測',
      en: 'Breaking force in weft direction; not tested of knitted fabrics',
      ja: 'よこ方向の引張強さ。編物では試験しません',
      th: 'แรงดึงขาดในแนวด้ายพุ่ง ไม่ทดสอบกับผ้าถัก',
      vi: 'Lực kéo đứt theo hướng sợi ngang; không thử với vải dệt kim',
    }),
    synonyms: ['緯向斷裂強力', 'strength in weft', 'tensile strength, weft', 'よこ強力', 'độ bền ngang'],
    type: 'number',
    unit: 'N',
    decimals: 0,
  },
  {
    id: 'c7',
    name: text({ zhHant: '經向斷裂伸長率', en: 'Warp elongation', ja: 'たて方向の伸び率', th: 'การยืดตัวแนวด้ายยืน', vi: 'Độ giãn đứt dọc' }),
    type: 'number',
    unit: '%',
    decimals: 1,
  },
  {
    id: 'c8',
    name: text({
      zhHant: '經向撕裂強力',
      en: 'Warp tear strength',
      ja: 'たて方向の引裂強さ',
      th: 'แรงฉีกขาดแนวด้ายยืน',
      vi: 'Lực xé rách dọc',
    }),
    synonyms: ['撕裂強力', 'tear strength', '引裂強さ', 'แรงฉีกขาด', 'lực xé rách'],
    type: 'number',
    unit: 'N',
    decimals: 1,
  },
  {
    id: 'c9',
    name: text({ zhHant: '耐磨次數', en: 'Abrasion cycles', ja: '摩耗回数', th: 'จำนวนรอบการขัดถู', vi: 'Số chu kỳ mài mòn' }),
    description: text({
      zhHant: 'Martindale 法，磨至破損；50,000 次停止',
      en: 'Martindale, until breakdown; stopped at 50,000',
      ja: 'マーチンデール法、破損まで。50,000 回で終了',
      th: 'วิธี Martindale จนผ้าขาด หยุดที่ 50,000 รอบ',
      vi: 'Phương pháp Martindale, đến khi hỏng; dừng ở 50.000 chu kỳ',
    }),
    synonyms: ['耐磨', 'abrasion', 'Martindale', '摩耗', 'การขัดถู', 'mài mòn'],
    type: 'integer',
  },
  {
    id: 'c10',
    name: text({ zhHant: '起毛球等級', en: 'Pilling grade', ja: 'ピリング等級', th: 'ระดับการเกิดเม็ดขุย', vi: 'Cấp vón hạt' }),
    synonyms: ['起毛球', 'pilling', 'ピリング', 'เม็ดขุย', 'vón hạt'],
    type: 'number',
    unit: 'grade',
    decimals: 1,
  },
  {
    id: 'c11',
    name: text({
      zhHant: '耐洗色牢度',
      en: 'Color fastness to washing',
      ja: '洗濯堅ろう度',
      th: 'ความคงทนของสีต่อการซัก',
      vi: 'Độ bền màu giặt',
    }),
    synonyms: ['色牢度', 'color fastness', 'colour fastness', '堅ろう度', 'ความคงทนของสี', 'độ bền màu'],
    type: 'number',
    unit: 'grade',
    decimals: 1,
  },
  {
    id: 'c12',
    name: text({ zhHant: '透氣度', en: 'Air permeability', ja: '通気度', th: 'การซึมผ่านของอากาศ', vi: 'Độ thoáng khí' }),
    type: 'number',
    unit: 'mm/s',
    decimals: 1,
  },
  {
    id: 'c13',
    name: text({ zhHant: '縮水率', en: 'Shrinkage', ja: '収縮率', th: 'การหดตัว', vi: 'Độ co' }),
    type: 'number',
    unit: '%',
    decimals: 1,
  },
  { id: 'c14', name: text({ zhHant: '檢測日期', en: 'Test date', ja: '試験日', th: 'วันที่ทดสอบ', vi: 'Ngày thử' }), type: 'date' },
  { id: 'c15', name: text({ zhHant: '合格', en: 'Passed', ja: '合格', th: 'ผ่าน', vi: 'Đạt' }), type: 'boolean' },
]

export const fabricTests: TableDefinition = {
  columns: [...columns],
  measures: [
    {
      id: 'm1',
      name: text({
        zhHant: '經向強力變異係數',
        en: 'Variation of warp strength',
        ja: 'たて方向の強さの変動係数',
        th: 'สัมประสิทธิ์ความแปรผันของแรงดึงแนวด้ายยืน',
        vi: 'Hệ số biến thiên lực kéo đứt dọc',
      }),
      formula: 'stddev(c5) / mean(c5) * 100',
      unit: '%',
      decimals: 1,
    },
  ],
}

/** Returns a cell of the file as one of its column. */
function readCell(column: DatasetColumn, written: string): CellValue {
  if (written === '') return null
  if (column.type === 'boolean') return written === 'yes'
  if (column.type !== 'number' && column.type !== 'integer') return written
  const parsed = parseLabValue(written, column.unit === 'grade' ? { unit: 'grade' } : {})
  if (!('value' in parsed)) throw new Error(`${written} is no value of ${column.id}`)
  const { number, mark } = parsed.value
  if (mark === null && number !== null && String(number) === written) return number
  return { number, text: written, ...(mark !== null && { mark }) }
}

/** Returns the rows as their cells, by the ids of columns. */
export async function readFabricTests(): Promise<Record<string, CellValue>[]> {
  const file = await readFile(new URL('rows.csv', import.meta.url), 'utf8')
  return file
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.split(',').map((written, index) => {
        const column = columns[index]
        if (!column) throw new Error(`A row has more cells than there are columns: ${line}`)
        return [column.id, readCell(column, written)] as const
      })
      return Object.fromEntries(cells.filter(([, value]) => value !== null))
    })
}
