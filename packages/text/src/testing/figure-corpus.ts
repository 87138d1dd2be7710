// Statements of replies over the results of queries, with the figures in them that are neither in the result nor follow from it.
import type { CitedTable } from '../citation/result-values.ts'

const column = (name: string, unit: string | null = null, conversion: CitedTable['columns'][number]['conversion'] = 'values') => ({
  name,
  unit,
  conversion,
  omitted: 0,
})

/** Means by fibre. */
const means: CitedTable = {
  query:
    'mean of strength in N, number of strength values by fibre where weight < 200 g/m², 3 groups, 47 rows, 1 of strength left out as < 0.5',
  columns: [column('fibre', null, 'none'), column('mean of strength', 'N', 'linear'), column('number of strength values', null, 'none')],
  rows: [{ cells: ['cotton', 812.375, 14] }, { cells: ['wool', 403.2, 21] }, { cells: ['polyester', 1234.5, 12] }],
  total: 3,
  matched: 47,
}

/** Samples, the first three of eight. */
const samples: CitedTable = {
  query:
    'sample, fibre, strength in N, weight in g/m², grade, day where strength > 750 N, strength from the highest, 8 rows, only the first 3 shown',
  columns: [
    column('sample', null, 'none'),
    column('fibre', null, 'none'),
    column('strength', 'N'),
    column('weight', 'g/m2'),
    column('fastness', 'grade'),
    column('day', null, 'none'),
  ],
  rows: [
    { cells: ['FT-1107', 'Linen', 1020, 210, 3.5, '2025-06-30'] },
    { cells: ['FT-1023', 'Cotton 40 Ne', 845.5, 182, 4.5, '2025-03-14'] },
    { cells: ['FT-1031', 'Cotton 32 Ne', 798.25, 195, 4, '2025-04-02'] },
  ],
  total: 8,
  matched: 8,
}

/** Yarn lots. */
const lots: CitedTable = {
  query: 'mean of linear density in tex, coefficient of variation of linear density in % by lot, 2 groups, 160 rows',
  columns: [
    column('lot', null, 'none'),
    { ...column('mean of linear density', 'tex', 'linear'), omitted: 2 },
    column('coefficient of variation of linear density', '%', 'none'),
  ],
  rows: [{ cells: ['L-7', 19.68, 3.42] }, { cells: ['L-9', 29.5, 5.1] }],
  total: 2,
  matched: 160,
}

type Case = readonly [table: CitedTable, statement: string, missing?: readonly string[]]

export const figureCorpus: Readonly<Record<'en' | 'zhHant' | 'ja' | 'th' | 'vi', readonly Case[]>> = {
  en: [
    [means, 'Cotton holds 812.4 N on average, over 14 values.'],
    [means, 'Cotton holds about 810 N and polyester 1,234.5 N.'],
    [means, 'Polyester leads with 1.23 kN, wool comes last with 41.1 kgf.'],
    [means, 'Cotton reaches 821.4 N.', ['821.4']],
    [means, 'Cotton is about twice as strong as wool (812 N against 403 N), a difference of 409 N.', ['409']],
    [means, 'Of the 47 rows, 14 (30 %) are cotton; 1 value was left out as below 0.5.'],
    [samples, 'Sample FT-1023 (cotton 40 Ne × 40 Ne) holds 845.5 N at 182 g/m², tested to ISO 13934-1 on 14 March 2025.'],
    [samples, 'The top 3 of 8 samples hold more than 750 N; the 2nd one is FT-1023 with grade 4-5.'],
    [samples, '1. FT-1107: 1,020 N at 6.19 oz/yd²'],
    [samples, 'Sample FT-1031 weighs 205 g/m² and was tested in 2025.', ['205']],
    [lots, 'Lot L-7 has 30.0 Ne with a CV of 3.4 %, lot L-9 20.0 Ne with 5.1 %.'],
    [lots, 'The CV of L-9 is 5.8 %.', ['5.8']],
  ],
  zhHant: [
    [means, '棉的平均強力為 812.4 N，共 14 筆。'],
    [means, '聚酯最高，達１２３４．５牛頓；羊毛最低，為403牛頓。'],
    [means, '棉的平均強力約 83 公斤力。'],
    [means, '棉的平均強力為 831 N。', ['831']],
    [means, '共三組、四十七筆資料，其中 1 筆因低於 0.5 而未計入。'],
    [means, '棉占 29.8%，羊毛占 58%。', ['58']],
    [samples, '樣品 FT-1023（棉 40 英支）於 2025 年 3 月 14 日測得 845.5 N。'],
    [samples, '第 2 名為 FT-1023，色牢度 4-5 級，克重 182 g/m²。'],
    [samples, '民國 114 年測試的 8 個樣品中，僅列出前 3 個，強力介於 798.3～1,020 N。'],
    [samples, 'FT-1031 的克重為 198 g/m²，強力 798.3 N。', ['198']],
    [lots, 'L-7 批的平均細度為 19.7 tex（約 30 英支），變異係數 3.42%。'],
    [lots, 'L-9 批的平均細度為 2.95 tex。', ['2.95']],
  ],
  ja: [
    [means, '綿の平均強力は812.4 Nで、14件の値があります。'],
    [means, 'ポリエステルが最も高く１，２３４．５Nです。'],
    [means, '羊毛は403.2 N(約0.40 kN)です。'],
    [means, '羊毛は430.2 Nです。', ['430.2']],
    [means, '綿は羊毛の約2.0倍、ポリエステルは羊毛の約3.1倍です。'],
    [means, '綿は全47行のうち30%を占めます。'],
    [samples, '試料FT-1107は2025年6月30日の試験で1020 N、目付210 g/m²でした。'],
    [samples, '上位3件のうち2番目はFT-1023で、変退色は4-5級です。'],
    [samples, '綿番手40のFT-1023は845.5 Nです。'],
    [samples, 'FT-1031の強力は789.3 Nです。', ['789.3']],
    [lots, 'ロットL-7は19.7 tex、変動係数は3.4 %です。'],
    [lots, 'ロットL-9の変動係数は5.1 %で、3件が除外されました。', ['3']],
  ],
  th: [
    [means, 'ฝ้ายมีแรงดึงเฉลี่ย 812.4 N จาก 14 ค่า'],
    [means, 'โพลีเอสเตอร์สูงสุดที่ ๑,๒๓๔.๕ นิวตัน'],
    [means, 'ขนสัตว์เฉลี่ย 403 นิวตัน หรือประมาณ 0.4 kN'],
    [means, 'ฝ้ายเฉลี่ย 912.4 N', ['912.4']],
    [means, 'จากทั้งหมด 47 แถว มี 1 ค่าที่ถูกตัดออกเพราะต่ำกว่า 0.5'],
    [means, 'ฝ้ายคิดเป็น 35% ของทั้งหมด', ['35']],
    [samples, 'ตัวอย่าง FT-1023 ทดสอบเมื่อ 14 มีนาคม 2568 ได้ 845.5 N'],
    [samples, 'อันดับที่ 2 คือ FT-1023 น้ำหนัก 182 กรัม/ตารางเมตร'],
    [samples, 'ในปี พ.ศ. 2568 มี 8 ตัวอย่างที่เกิน 750 N แสดงเพียง 3 รายการ'],
    [samples, 'FT-1031 หนัก 215 กรัม/ตารางเมตร', ['215']],
    [lots, 'ล็อต L-7 มีค่าเฉลี่ย 19.68 tex และ CV 3.4%'],
    [lots, 'ล็อต L-9 มีค่า CV 5.5%', ['5.5']],
  ],
  vi: [
    [means, 'Bông có độ bền trung bình 812,4 N với 14 giá trị.'],
    [means, 'Polyester cao nhất: 1.234,5 N, tức khoảng 1,23 kN.'],
    [means, 'Len thấp nhất với 403,2 N.'],
    [means, 'Len thấp nhất với 423,2 N.', ['423,2']],
    [means, 'Trong 47 dòng có 1 giá trị bị loại vì nhỏ hơn 0,5.'],
    [means, 'Bông chiếm 29,8 %, polyester chiếm 25,5 %.'],
    [samples, 'Mẫu FT-1023 (sợi 40/2) đạt 845,5 N vào ngày 14/3/2025.'],
    [samples, 'Mẫu đứng thứ 2 nặng 182 g/m².'],
    [samples, 'Tháng 6 năm 2025, mẫu FT-1107 đạt 1.020 N.'],
    [samples, 'Mẫu FT-1107 nặng 201 g/m².', ['201']],
    [lots, 'Lô L-7 có độ mảnh trung bình 19,7 tex, CV 3,42 %.'],
    [lots, 'Lô L-9 có độ mảnh trung bình 25,9 tex.', ['25,9']],
  ],
}
