// The texts of the sample dataset and of the expert on it, in all five languages.
import { question, text } from '@heddle/workflow/model/templates/starter-texts'

/** The dataset of fabric tests, in the group of the laboratory. */
export const fabricTestsDataset = {
  name: text({ zhHant: '織物檢測結果', en: 'Fabric tests', ja: '生地の試験結果', th: 'ผลทดสอบผ้า', vi: 'Kết quả thử vải' }),
  description: text({
    zhHant: '200 件布料的檢測結果，數值為虛構；供試用資料集',
    en: 'Results of 200 fabrics, made up, to try datasets with',
    ja: '生地 200 点の試験結果。数値は架空のもので、データセットをお試しいただけます',
    th: 'ผลทดสอบผ้า 200 ตัวอย่าง ตัวเลขสมมติขึ้นสำหรับทดลองใช้ชุดข้อมูล',
    vi: 'Kết quả của 200 mẫu vải, số liệu giả định, để dùng thử bộ dữ liệu',
  }),
}

export const fabricTestsWorkflow = {
  name: text({
    zhHant: '檢測結果查詢',
    en: 'Test results Q&A',
    ja: '試験結果への質問',
    th: 'ถามตอบจากผลทดสอบ',
    vi: 'Hỏi đáp kết quả thử',
  }),
  description: text({
    zhHant: '查詢示範資料集，只根據計算出的結果回答並註明出處',
    en: 'Queries the sample dataset, answers only with what was computed, and cites it',
    ja: 'サンプルのデータセットを照会し、計算された結果だけに基づいて回答し、出典を示します',
    th: 'สอบถามชุดข้อมูลตัวอย่าง ตอบจากผลที่คำนวณได้เท่านั้น พร้อมอ้างอิง',
    vi: 'Truy vấn bộ dữ liệu mẫu, chỉ trả lời dựa trên kết quả đã tính và trích dẫn',
  }),
}

/** Answers from the sample dataset. */
export const fabricTestsExpert = {
  isPublic: true,
  name: text({
    zhHant: '檢測數據專家',
    en: 'Test data expert',
    ja: '試験データエキスパート',
    th: 'ผู้เชี่ยวชาญด้านข้อมูลการทดสอบ',
    vi: 'Chuyên gia dữ liệu thử nghiệm',
  }),
  description: text({
    zhHant: '從 200 件布料的檢測結果中查詢與計算，並說明算了哪些資料列。',
    en: 'Looks up and computes from the results of 200 fabrics, and says which rows were counted.',
    ja: '生地 200 点の試験結果を検索・計算し、対象とした行を示します。',
    th: 'ค้นหาและคำนวณจากผลทดสอบผ้า 200 ตัวอย่าง พร้อมบอกว่านับแถวใดบ้าง',
    vi: 'Tra cứu và tính toán từ kết quả của 200 mẫu vải, cho biết đã tính những dòng nào.',
  }),
  userPrompt: '',
  recommendedQuestions: [
    question(
      { zhHant: '輕而強的布', en: 'Light and strong', ja: '軽くて強い生地', th: 'ผ้าเบาแต่แข็งแรง', vi: 'Vải nhẹ mà bền' },
      {
        zhHant: '經向強力超過 800 N、單位面積質量低於 200 g/m² 的布有哪些？',
        en: 'Which fabrics have a warp strength over 800 N and a mass per area under 200 g/m²?',
        ja: 'たて方向の強さが 800 N 超、目付が 200 g/m² 未満の生地はどれですか。',
        th: 'ผ้าใดมีแรงดึงขาดแนวด้ายยืนมากกว่า 800 N และน้ำหนักต่อพื้นที่ต่ำกว่า 200 g/m²',
        vi: 'Loại vải nào có lực kéo đứt dọc trên 800 N và khối lượng trên diện tích dưới 200 g/m²?',
      },
    ),
    question(
      { zhHant: '各纖維的強力', en: 'Strength by fiber', ja: '繊維別の強さ', th: 'ความแข็งแรงตามเส้นใย', vi: 'Độ bền theo xơ' },
      {
        zhHant: '各纖維的平均經向強力是多少？',
        en: 'What is the mean warp strength by fiber?',
        ja: '繊維別のたて方向の強さの平均は。',
        th: 'แรงดึงขาดแนวด้ายยืนเฉลี่ยของแต่ละเส้นใยเป็นเท่าใด',
        vi: 'Lực kéo đứt dọc trung bình theo từng xơ là bao nhiêu?',
      },
    ),
    question(
      { zhHant: '棉布的縮水率', en: 'Shrinkage of cotton', ja: '綿の収縮率', th: 'การหดตัวของผ้าฝ้าย', vi: 'Độ co của vải bông' },
      {
        zhHant: '棉的縮水率平均是多少？有多少筆資料？',
        en: 'What is the average shrinkage of cotton, and how many samples is it of?',
        ja: '綿の収縮率の平均は。何件のデータですか。',
        th: 'การหดตัวเฉลี่ยของฝ้ายเป็นเท่าใด จากกี่ตัวอย่าง',
        vi: 'Độ co trung bình của bông là bao nhiêu, từ bao nhiêu mẫu?',
      },
    ),
  ],
}
