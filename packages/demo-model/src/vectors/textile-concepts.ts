// Terms of textile testing in five languages: the demonstration finds a passage by a question in another language through them.

/** Each line is one concept: its words in English, Traditional Chinese, Japanese, Thai and Vietnamese. A word with `*` at its end stands for all that begin with it. */
const dictionary = `
cotton|棉|綿 コットン 木綿|ฝ้าย|bông cotton
wool*|羊毛|羊毛 ウール|ขนสัตว์|len
silk|蠶絲 真絲|絹 シルク|ไหม|tơ_tằm lụa
linen flax|亞麻|麻 リネン 亜麻|ลินิน|lanh
polyester|聚酯|ポリエステル|โพลีเอสเตอร์ พอลิเอสเตอร์|polyester
nylon polyamide|尼龍 聚醯胺|ナイロン ポリアミド|ไนลอน พอลิเอไมด์|nylon polyamide
viscose rayon|嫘縈 黏膠 黏液|レーヨン ビスコース|เรยอน วิสโคส|visco rayon
elastane spandex|彈性纖維 氨綸 彈纖|ポリウレタン エラスタン スパンデックス|อีลาสเทน สแปนเด็กซ์|elastane spandex
fibre* fiber*|纖維|繊維 ファイバー|เส้นใย|xơ sợi
yarn* thread*|紗 紗線|糸|เส้นด้าย|sợi
count tex number_of_yarn linear_density|支數 紗支 線密度|番手 繊度|เบอร์เส้นด้าย เบอร์ด้าย ความหนาแน่นเชิงเส้น|chi_số chỉ_số mật_độ_dài
twist*|撚|撚り 撚 より数|เกลียว|xoắn
fabric* cloth|織物 布 布料|布 生地 織物 布地|ผ้า|vải
woven weav* loom*|機織 梭織 織機 織造|織機 製織|ทอ เครื่องทอ กี่ทอ|dệt máy_dệt
knit*|針織|編物 ニット|ถัก|dệt_kim đan
warp|經紗 經向|経糸 たて糸 経方向|เส้นยืน แนวยืน|sợi_dọc hướng_dọc
weft|緯紗 緯向|緯糸 よこ糸 緯方向|เส้นพุ่ง แนวพุ่ง|sợi_ngang hướng_ngang
weight mass gsm|重量 克重 基重 單位面積質量|質量 重さ 目付|น้ำหนัก มวล|khối_lượng trọng_lượng
thickness|厚度|厚さ 厚み|ความหนา|độ_dày
tensile|拉伸 抗拉 拉力|引張|แรงดึง ความต้านแรงดึง|kéo độ_bền_kéo
strength strong|強度 強力|強さ 強度 強力|ความแข็งแรง|độ_bền
tear*|撕裂 撕破|引裂|ฉีกขาด แรงฉีก|xé
elongation extension|伸長 伸度|伸び 伸度|การยืดตัว|độ_giãn
seam*|接縫 縫合|縫い目 縫目|ตะเข็บ|đường_may
abrasion martindale|耐磨 磨耗 磨損|摩耗 耐摩耗|การขัดถู ขัดสี|mài_mòn
pill pilling|起毬 起球 毛球|ピリング 毛玉|เม็ดขน ขึ้นขน|vón_hạt vón_kết xù_lông
snag*|勾紗 鉤紗|スナッグ|เกี่ยว|móc_sợi
bursting burst|破裂 頂破|破裂|แรงดันทะลุ ระเบิด|nổ nén_thủng
fastness|堅牢度 色牢度|堅ろう度 堅牢度|ความคงทนของสี ความคงทน|độ_bền_màu
color* colour* shade|色 顏色 色差|色 変退色|สี|màu
dye*|染色 染料|染色 染料|ย้อม|nhuộm
wash* launder* laundry|水洗 洗滌 洗衣|洗濯 洗たく|ซัก การซัก|giặt
dry-clean* dry_clean*|乾洗|ドライクリーニング|ซักแห้ง|giặt_khô
iron ironing|熨燙 整燙|アイロン|รีด|ủi là_ủi
light sunlight xenon|日光 耐光 光照|光 耐光 日光|แสง แสงแดด|ánh_sáng
rub* crock*|摩擦|摩擦|ถู ขัดถู|cọ_xát ma_sát
perspiration sweat|汗|汗|เหงื่อ|mồ_hôi
water|水|水|น้ำ|nước
repellen* waterproof*|撥水 潑水 防水|はっ水 撥水 防水|กันน้ำ สะท้อนน้ำ|chống_thấm kháng_nước trượt_nước
shrink* dimensional|縮水 尺寸 尺寸變化 尺寸安定|収縮 縮み 寸法変化 寸法|หด การหด การเปลี่ยนแปลงขนาด ขนาด|co_rút co kích_thước
air permeab*|透氣|通気 通気性|อากาศ การซึมผ่านของอากาศ|thoáng_khí độ_thoáng_khí
moisture humidity regain|回潮 水分 濕度 含水|水分 湿度 公定水分率|ความชื้น|ẩm độ_ẩm hồi_ẩm
condition* atmosphere|調節 調濕 標準大氣|調湿 標準状態|ปรับสภาวะ บรรยากาศมาตรฐาน สภาวะมาตรฐาน|điều_hòa môi_trường_chuẩn khí_quyển_chuẩn
temperature|溫度|温度|อุณหภูมิ|nhiệt_độ
flame* flammab* fire burn*|燃燒 阻燃 防焰 易燃|燃焼 難燃 防炎|ติดไฟ การลุกไหม้ ไฟ หน่วงไฟ|cháy chống_cháy
label* care_symbol*|標示 標籤 洗標|表示 ラベル 取扱い表示|ฉลาก ป้าย|nhãn ghi_nhãn
identif* microscop* burning_test|鑑別 鑑定 顯微鏡|鑑別 顕微鏡|การจำแนก จำแนก พิสูจน์ กล้องจุลทรรศน์|nhận_biết định_tính kính_hiển_vi
standard* iso astm|標準 規範|規格 標準|มาตรฐาน|tiêu_chuẩn
test* method*|試驗 測試 檢驗|試験 検査|ทดสอบ การทดสอบ|thử thử_nghiệm kiểm_tra
specimen* sample*|試樣 樣品|試験片 試料|ชิ้นทดสอบ ตัวอย่าง|mẫu mẫu_thử
grade* rating gray_scale grey_scale|等級 級數 灰色標|等級 級 グレースケール|ระดับ เกรด สเกลสีเทา|cấp thang_xám
`

type Concept = { readonly pattern: RegExp; readonly id: number }

const escaped = (word: string) => word.replaceAll('_', ' ').replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Words of Latin letters stand between what is no letter; the others stand anywhere. */
function toPattern(word: string): string {
  const isLatin = /\p{Script=Latin}/u.test(word)
  if (!isLatin) return escaped(word)
  return word.endsWith('*') ? String.raw`(?<!\p{L})${escaped(word.slice(0, -1))}` : String.raw`(?<!\p{L})${escaped(word)}(?!\p{L})`
}

const concepts: readonly Concept[] = dictionary
  .trim()
  .split('\n')
  .map((line, id) => ({ id, pattern: new RegExp(line.normalize('NFKC').split(/[| ]/).map(toPattern).join('|'), 'u') }))

/** Returns the concepts that a folded text (NFKC, lower case) names. */
export const findConcepts = (text: string): number[] => concepts.filter(({ pattern }) => pattern.test(text)).map(({ id }) => id)
