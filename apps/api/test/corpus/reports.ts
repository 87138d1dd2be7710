// One report of a laboratory in each language: what every file of the corpus is made of.
import type { Language } from '@heddle/contracts/languages'

export type Report = {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** The numbers of the paragraphs with their units. */
  readonly measured: readonly string[]
  /** A row of names, then rows that begin with what they are about. */
  readonly table: readonly (readonly string[])[]
  /** Of a cell that spans rows or columns. */
  readonly group: string
  readonly total: string
  readonly note: string
  readonly comment: string
  readonly header: string
  /** An older encoding in which offices of the language still write, with a text that it can write. */
  readonly encoding: string
}

export const reports: Readonly<Record<Language, Report>> = {
  zhHant: {
    title: '拉伸試驗報告',
    paragraphs: [
      '試樣於 23.5 °C 與 65 % 相對濕度下調節 24 h，再以 100 mm/min 的速度拉伸。',
      '經紗的平均強度為 512 N，緯紗為 478 N；伸長率為 18.4 %，不確定度為 ±0.2 mm。',
      '依 ISO 13934-1 判定為合格，下次校正的日期記於附錄。',
    ],
    measured: ['23.5 °C', '65 %', '24 h', '100 mm/min', '512 N', '478 N', '18.4 %', '±0.2 mm'],
    table: [
      ['試樣', '強度 (N)', '伸長率 (%)', '備註'],
      ['經紗', '512', '18.4', '合格'],
      ['緯紗', '478', '21.7', '合格'],
      ['縫線', '96.5', '35.2', '斷裂於夾具'],
    ],
    group: '機織布',
    total: '合計',
    note: '夾具的間距為 200 mm，預張力見表。',
    comment: '這個數值需要再確認',
    header: '第七實驗室',
    encoding: 'big5',
  },
  en: {
    title: 'Report of a tensile test',
    paragraphs: [
      'The specimens were conditioned for 24 h at 23.5 °C and 65 % relative humidity, then drawn at 100 mm/min.',
      'The mean strength was 512 N in warp and 478 N in weft; the elongation was 18.4 %, uncertain by ±0.2 µm.',
      'By ISO 13934-1 the fabric – a naïve weave – passes; the next calibration is in the annex.',
    ],
    measured: ['24 h', '23.5 °C', '65 %', '100 mm/min', '512 N', '478 N', '18.4 %', '±0.2 µm'],
    table: [
      ['Specimen', 'Strength (N)', 'Elongation (%)', 'Remarks'],
      ['Warp', '512', '18.4', 'passed'],
      ['Weft', '478', '21.7', 'passed'],
      ['Thread', '96.5', '35.2', 'broke at the clamp'],
    ],
    group: 'Woven',
    total: 'Total',
    note: 'The clamps were 200 mm apart; the pretension is in the table.',
    comment: 'Please check this value again',
    header: 'Laboratory seven',
    encoding: 'windows-1252',
  },
  ja: {
    title: '引張試験報告書',
    paragraphs: [
      '試験片は 23.5 °C、相対湿度 65 % で 24 h 調整し、100 mm/min の速度で引っ張った。',
      'たて糸の平均強度は 512 N、よこ糸は 478 N、伸び率は 18.4 %、不確かさは ±0.2 mm であった。',
      'ISO 13934-1 により合格と判定し、次回の校正は付属書に記載する。',
    ],
    measured: ['23.5 °C', '65 %', '24 h', '100 mm/min', '512 N', '478 N', '18.4 %', '±0.2 mm'],
    table: [
      ['試験片', '強度 (N)', '伸び率 (%)', '備考'],
      ['たて糸', '512', '18.4', '合格'],
      ['よこ糸', '478', '21.7', '合格'],
      ['縫い糸', '96.5', '35.2', 'つかみ部で破断'],
    ],
    group: '織物',
    total: '合計',
    note: 'つかみ間隔は 200 mm、初荷重は表のとおり。',
    comment: 'この値を再確認してください',
    header: '第七実験室',
    encoding: 'shift_jis',
  },
  th: {
    title: 'รายงานผลการทดสอบแรงดึง',
    paragraphs: [
      'ชิ้นตัวอย่างถูกปรับสภาพที่ 23.5 องศาเซลเซียส ความชื้นสัมพัทธ์ 65 % เป็นเวลา 24 h แล้วดึงด้วยความเร็ว 100 mm/min',
      'ความแข็งแรงเฉลี่ยของเส้นด้ายยืนคือ 512 N เส้นด้ายพุ่งคือ 478 N และการยืดตัวคือ 18.4 %',
      'ผ่านเกณฑ์ตามมาตรฐาน ISO 13934-1 กำหนดการสอบเทียบครั้งถัดไปอยู่ในภาคผนวก',
    ],
    measured: ['23.5 องศาเซลเซียส', '65 %', '24 h', '100 mm/min', '512 N', '478 N', '18.4 %'],
    table: [
      ['ตัวอย่าง', 'ความแข็งแรง (N)', 'การยืดตัว (%)', 'หมายเหตุ'],
      ['ด้ายยืน', '512', '18.4', 'ผ่าน'],
      ['ด้ายพุ่ง', '478', '21.7', 'ผ่าน'],
      ['ด้ายเย็บ', '96.5', '35.2', 'ขาดที่ปากจับ'],
    ],
    group: 'ผ้าทอ',
    total: 'รวม',
    note: 'ระยะห่างของปากจับคือ 200 mm แรงดึงเริ่มต้นดูในตาราง',
    comment: 'โปรดตรวจสอบค่านี้อีกครั้ง',
    header: 'ห้องปฏิบัติการที่เจ็ด',
    encoding: 'windows-874',
  },
  vi: {
    title: 'Báo cáo thử nghiệm kéo đứt',
    paragraphs: [
      'Mẫu được điều hòa trong 24 h ở 23.5 °C và độ ẩm tương đối 65 %, sau đó kéo với tốc độ 100 mm/min.',
      'Độ bền trung bình của sợi dọc là 512 N, của sợi ngang là 478 N; độ giãn là 18.4 %, sai số ±0.2 mm.',
      'Theo ISO 13934-1 vải đạt yêu cầu; lần hiệu chuẩn tiếp theo được ghi trong phụ lục.',
    ],
    measured: ['24 h', '23.5 °C', '65 %', '100 mm/min', '512 N', '478 N', '18.4 %', '±0.2 mm'],
    table: [
      ['Mẫu', 'Độ bền (N)', 'Độ giãn (%)', 'Ghi chú'],
      ['Sợi dọc', '512', '18.4', 'đạt'],
      ['Sợi ngang', '478', '21.7', 'đạt'],
      ['Chỉ may', '96.5', '35.2', 'đứt tại ngàm kẹp'],
    ],
    group: 'Vải dệt',
    total: 'Tổng',
    note: 'Khoảng cách ngàm kẹp là 200 mm, lực căng ban đầu xem trong bảng.',
    comment: 'Hãy kiểm tra lại giá trị này',
    header: 'Phòng thí nghiệm số bảy',
    encoding: 'windows-1258',
  },
}
