// The texts of the templates in all languages. Prompts are in English: models follow them best, and answer in the response language.
import type { Language } from '@heddle/contracts/languages'

export type Words = Readonly<Record<Language, string>>

export const nodeTitles = {
  question: { zhHant: '提問', en: 'Question', ja: '質問', th: 'คำถาม', vi: 'Câu hỏi' },
  text: { zhHant: '文字', en: 'Text', ja: '文章', th: 'ข้อความ', vi: 'Văn bản' },
  files: { zhHant: '檔案', en: 'Files', ja: 'ファイル', th: 'ไฟล์', vi: 'Tệp' },
  search: { zhHant: '檢索', en: 'Search', ja: '検索', th: 'ค้นหา', vi: 'Tìm kiếm' },
  question_alone: { zhHant: '完整的提問', en: 'Complete question', ja: '文脈を補った質問', th: 'คำถามที่สมบูรณ์', vi: 'Câu hỏi đầy đủ' },
  question_in_english: {
    zhHant: '英文提問',
    en: 'Question in English',
    ja: '英語の質問',
    th: 'คำถามภาษาอังกฤษ',
    vi: 'Câu hỏi bằng tiếng Anh',
  },
  nothing_found: { zhHant: '沒有結果', en: 'Nothing found', ja: '見つからない', th: 'ไม่พบข้อมูล', vi: 'Không tìm thấy' },
  model: { zhHant: '語言模型', en: 'Language model', ja: '言語モデル', th: 'โมเดลภาษา', vi: 'Mô hình ngôn ngữ' },
  rewriting: { zhHant: '改寫', en: 'Rewriting', ja: '書き直し', th: 'เรียบเรียงใหม่', vi: 'Viết lại' },
  translation: { zhHant: '翻譯', en: 'Translation', ja: '翻訳', th: 'แปล', vi: 'Dịch' },
  topic: { zhHant: '主題', en: 'Topic', ja: '話題', th: 'หัวข้อ', vi: 'Chủ đề' },
  technical: { zhHant: '技術問題', en: 'Technical question', ja: '技術的な質問', th: 'คำถามด้านเทคนิค', vi: 'Câu hỏi kỹ thuật' },
  account: { zhHant: '帳號問題', en: 'Account question', ja: 'アカウントの質問', th: 'คำถามเรื่องบัญชี', vi: 'Câu hỏi về tài khoản' },
  general: { zhHant: '一般問題', en: 'General question', ja: '一般的な質問', th: 'คำถามทั่วไป', vi: 'Câu hỏi chung' },
  answer: { zhHant: '回覆', en: 'Reply', ja: '回答', th: 'คำตอบ', vi: 'Câu trả lời' },
} as const satisfies Record<string, Words>

export const templateNames = {
  plain_chat: { zhHant: '一般對話', en: 'Plain chat', ja: '通常のチャット', th: 'สนทนาทั่วไป', vi: 'Trò chuyện thông thường' },
  document_qa: {
    zhHant: '文件問答',
    en: 'Document Q&A',
    ja: '文書への質問',
    th: 'ถามตอบจากเอกสาร',
    vi: 'Hỏi đáp tài liệu',
  },
  standards_lookup: { zhHant: '標準查詢', en: 'Standards look-up', ja: '規格の検索', th: 'ค้นหามาตรฐาน', vi: 'Tra cứu tiêu chuẩn' },
  file_qa: { zhHant: '檔案問答', en: 'Questions about files', ja: 'ファイルへの質問', th: 'ถามตอบจากไฟล์', vi: 'Hỏi đáp về tệp' },
  writing_helper: { zhHant: '寫作協助', en: 'Writing helper', ja: '文章作成', th: 'ช่วยเขียนข้อความ', vi: 'Trợ giúp viết' },
  translation: { zhHant: '翻譯', en: 'Translation', ja: '翻訳', th: 'แปลภาษา', vi: 'Dịch thuật' },
  help_desk: { zhHant: '服務台', en: 'Help desk', ja: 'ヘルプデスク', th: 'ศูนย์ช่วยเหลือ', vi: 'Bộ phận hỗ trợ' },
} as const satisfies Record<string, Words>

export const templateDescriptions: Readonly<Record<keyof typeof templateNames, Words>> = {
  plain_chat: {
    zhHant: '由所選的模型直接回答，並記得先前的對話',
    en: 'The chosen model answers and remembers the chat',
    ja: '選択したモデルが会話の流れを踏まえて回答します',
    th: 'โมเดลที่เลือกจะตอบโดยจำบทสนทนาก่อนหน้าได้',
    vi: 'Mô hình được chọn trả lời và ghi nhớ cuộc trò chuyện',
  },
  document_qa: {
    zhHant: '在知識庫中找出相關段落，只根據這些段落回答並註明出處',
    en: 'Finds passages in knowledge collections, answers only from them and cites them',
    ja: 'ナレッジコレクションのパッセージだけに基づいて回答し、出典を示します',
    th: 'ค้นหาช่วงข้อความในคลังความรู้ ตอบจากข้อความเหล่านั้นเท่านั้น พร้อมอ้างอิง',
    vi: 'Tìm đoạn văn trong kho tri thức, chỉ trả lời dựa trên đó và trích dẫn',
  },
  standards_lookup: {
    zhHant: '以提問的語言與英文檢索標準，逐字引用編號與數值；找不到時會說明',
    en: 'Searches standards in the language of the question and in English, quotes numbers and values exactly, and says when nothing is found',
    ja: '質問の言語と英語で規格を検索し、番号と数値を正確に引用します。見つからないときはそう伝えます',
    th: 'ค้นหามาตรฐานด้วยภาษาของคำถามและภาษาอังกฤษ อ้างเลขที่และค่าตามต้นฉบับ และแจ้งเมื่อไม่พบ',
    vi: 'Tìm tiêu chuẩn bằng ngôn ngữ của câu hỏi và tiếng Anh, trích đúng số hiệu và giá trị, báo khi không có',
  },
  file_qa: {
    zhHant: '只根據對話中的檔案回答，並註明出處',
    en: 'Answers only from the chat’s files and cites them',
    ja: 'チャットのファイルだけに基づいて回答し、出典を示します',
    th: 'ตอบจากไฟล์ในแชทเท่านั้น พร้อมอ้างอิงแหล่งข้อมูล',
    vi: 'Chỉ trả lời dựa trên các tệp trong cuộc trò chuyện và trích dẫn chúng',
  },
  writing_helper: {
    zhHant: '改寫或撰寫文字，使其清楚專業',
    en: 'Writes a text, or rewrites one to be clear and professional',
    ja: '文章を作成し、または明快で適切な表現に書き直します',
    th: 'เขียนข้อความ หรือเรียบเรียงใหม่ให้ชัดเจนและเป็นมืออาชีพ',
    vi: 'Viết văn bản hoặc viết lại cho rõ ràng và chuyên nghiệp',
  },
  translation: {
    zhHant: '將文字翻譯成回覆語言，保留格式與術語',
    en: 'Translates text into the response language, keeping its format and terms',
    ja: '書式と用語を保ったまま、文章を回答の言語に翻訳します',
    th: 'แปลข้อความเป็นภาษาของคำตอบ โดยคงรูปแบบและคำศัพท์เฉพาะไว้',
    vi: 'Dịch văn bản sang ngôn ngữ trả lời, giữ nguyên định dạng và thuật ngữ',
  },
  help_desk: {
    zhHant: '先判斷問題屬於哪一類，再以適合該類的指示回答',
    en: 'Determines the kind of question and answers each kind with its own instructions',
    ja: '質問の種類を判別し、種類ごとの指示に従って回答します',
    th: 'แยกประเภทของคำถามก่อน แล้วตอบตามคำสั่งของแต่ละประเภท',
    vi: 'Xác định loại câu hỏi rồi trả lời theo chỉ dẫn riêng của từng loại',
  },
}

/** What a look-up answers that finds nothing. */
export const nothingFoundText: Words = {
  zhHant: '在知識庫中找不到與這個問題有關的標準。',
  en: 'No standard related to this question was found in the knowledge collections.',
  ja: 'この質問に関する規格は、ナレッジコレクションに見つかりませんでした。',
  th: 'ไม่พบมาตรฐานที่เกี่ยวข้องกับคำถามนี้ในคลังความรู้',
  vi: 'Không tìm thấy tiêu chuẩn nào liên quan đến câu hỏi này trong kho tri thức.',
}
