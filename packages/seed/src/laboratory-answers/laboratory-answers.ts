// The sample of approved answers, on tests of fabrics and on the use of the laboratory: its rows of `answers.json`, which has wordings and
// answers in five languages, and the texts of the dataset and of the expert on it.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { kindColumns, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { languages } from '@heddle/contracts/languages'
import { question, text } from '@heddle/workflow/model/templates/starter-texts'
import answers from './answers.json' with { type: 'json' }

export const laboratoryAnswersColumns = [...(kindColumns.qa ?? [])]

/** The rows as their cells. Each is asked by the wordings of all languages; the first of the English ones is its question. */
export const laboratoryAnswersRows = answers.map((row): Cells => {
  const [first = '', ...others] = row.wordings.en
  const wordings = [...others, ...languages.filter((language) => language !== 'en').flatMap((language) => row.wordings[language])]
  return {
    [qaColumn.question]: first,
    [qaColumn.wordings]: wordings.join('\n'),
    ...Object.fromEntries(languages.map((language) => [qaColumn.answer[language], row.answer[language]])),
    [qaColumn.sources]: row.sources.join('\n'),
    ...(row.valid_from && { [qaColumn.validFrom]: row.valid_from }),
    ...(row.valid_until && { [qaColumn.validUntil]: row.valid_until }),
  }
})

/**
 * The dataset, in the group of the laboratory. It has no threshold: “Can woven fabrics be tested with the strip method?” is nearer to the
 * question of knitted ones than other wordings of that are, so that only the same words get an answer.
 */
export const laboratoryAnswersDataset = {
  kind: 'qa',
  name: text({
    zhHant: '實驗室核定答案',
    en: 'Approved answers of the laboratory',
    ja: '試験室の承認済み回答',
    th: 'คำตอบที่อนุมัติแล้วของห้องปฏิบัติการ',
    vi: 'Câu trả lời đã duyệt của phòng thí nghiệm',
  }),
  description: text({
    zhHant: '檢測與送測的常見提問，內容為示範；供試用核定答案',
    en: 'Common questions on tests and on handing in samples, made up, to try approved answers with',
    ja: '試験と試料の持ち込みについてのよくある質問。内容はデモ用で、承認済み回答をお試しいただけます',
    th: 'คำถามที่พบบ่อยเรื่องการทดสอบและการส่งตัวอย่าง เนื้อหาสมมติขึ้นสำหรับทดลองใช้คำตอบที่อนุมัติแล้ว',
    vi: 'Câu hỏi thường gặp về thử nghiệm và gửi mẫu, nội dung giả định, để dùng thử câu trả lời đã duyệt',
  }),
} as const

export const laboratoryAnswersWorkflow = {
  name: text({
    zhHant: '實驗室問答',
    en: 'Laboratory Q&A',
    ja: '試験室への質問',
    th: 'ถามตอบห้องปฏิบัติการ',
    vi: 'Hỏi đáp phòng thí nghiệm',
  }),
  description: text({
    zhHant: '有核定答案時逐字提供並註明出處，其餘提問由模型回答',
    en: 'Gives the approved answer word for word with its source where there is one, and has the model answer all other questions',
    ja: '承認済み回答があれば出典とともにそのまま示し、それ以外の質問にはモデルが答えます',
    th: 'ให้คำตอบที่อนุมัติแล้วแบบคำต่อคำพร้อมแหล่งข้อมูลเมื่อมี ส่วนคำถามอื่นให้โมเดลตอบ',
    vi: 'Đưa nguyên văn câu trả lời đã duyệt kèm nguồn nếu có, các câu hỏi khác do mô hình trả lời',
  }),
}

/** Asks in each language what the first wording of a row is. */
function ask(at: number, title: Parameters<typeof question>[0]) {
  const [zhHant = '', en = '', ja = '', th = '', vi = ''] = languages.map((language) => answers[at]?.wordings[language][0])
  return question(title, { zhHant, en, ja, th, vi })
}

/** Answers from the approved answers first. */
export const laboratoryExpert = {
  isPublic: true,
  name: text({
    zhHant: '實驗室服務專家',
    en: 'Laboratory service expert',
    ja: '試験室サービスエキスパート',
    th: 'ผู้เชี่ยวชาญด้านบริการห้องปฏิบัติการ',
    vi: 'Chuyên gia dịch vụ phòng thí nghiệm',
  }),
  description: text({
    zhHant: '對檢測與送測的常見提問逐字提供核定答案；沒有核定答案時由模型回答。',
    en: 'Gives approved answers word for word to common questions on tests and samples; the model answers the others.',
    ja: '試験や試料についてのよくある質問には承認済み回答をそのまま示し、それ以外にはモデルが答えます。',
    th: 'ให้คำตอบที่อนุมัติแล้วแบบคำต่อคำสำหรับคำถามที่พบบ่อยเรื่องการทดสอบและตัวอย่าง ส่วนคำถามอื่นให้โมเดลตอบ',
    vi: 'Đưa nguyên văn câu trả lời đã duyệt cho câu hỏi thường gặp về thử nghiệm và mẫu; các câu hỏi khác do mô hình trả lời.',
  }),
  userPrompt: '',
  recommendedQuestions: [
    ask(7, { zhHant: '送測的布料', en: 'Fabric to hand in', ja: '必要な生地', th: 'ผ้าที่ต้องส่ง', vi: 'Vải cần gửi' }),
    ask(9, { zhHant: '何時有報告', en: 'Time to the report', ja: '報告書までの日数', th: 'เวลารอรายงาน', vi: 'Thời gian có báo cáo' }),
    ask(0, { zhHant: '試驗前的調濕', en: 'Conditioning', ja: '試験前の調湿', th: 'การปรับสภาวะ', vi: 'Điều hòa mẫu' }),
    ask(2, { zhHant: '針織物的強力', en: 'Strength of knits', ja: '編物の強さ', th: 'ความแข็งแรงของผ้าถัก', vi: 'Độ bền vải dệt kim' }),
  ],
}
