// The few words of ours in an exported chat, in the language of the reader.
import type { Language } from '@heddle/contracts/languages'
import type { MessageStatus } from '@heddle/contracts/message/message'

/** What stands between the words: of full width beside Chinese and Japanese. */
export type Punctuation = {
  readonly colon: string
  readonly comma: string
  /** Between the names of a list. */
  readonly separator: string
  readonly inBrackets: (text: string) => string
}

const halfWidth: Punctuation = { colon: ': ', comma: ', ', separator: ', ', inBrackets: (text) => ` (${text})` }
const fullWidth: Punctuation = { colon: '：', comma: '，', separator: '、', inBrackets: (text) => `（${text}）` }

export type ExportWords = {
  readonly punctuation: Punctuation
  readonly unnamed: string
  readonly assistant: string
  readonly begun: string
  readonly exported: string
  readonly question: string
  readonly reply: string
  readonly files: string
  readonly sources: string
  readonly unnamedSource: string
  readonly page: (number: number) => string
  readonly status: Readonly<Partial<Record<MessageStatus, string>>>
}

export const exportWords: Readonly<Record<Language, ExportWords>> = {
  zhHant: {
    punctuation: fullWidth,
    unnamed: '未命名的對話',
    assistant: '專家',
    begun: '開始時間',
    exported: '匯出時間',
    question: '提問',
    reply: '回覆',
    files: '檔案',
    sources: '資料來源',
    unnamedSource: '未命名的來源',
    page: (number) => `第 ${number} 頁`,
    status: { generating: '產生中', stopped: '已停止', failed: '失敗', interrupted: '已中斷' },
  },
  en: {
    punctuation: halfWidth,
    unnamed: 'Unnamed chat',
    assistant: 'Expert',
    begun: 'Started',
    exported: 'Exported',
    question: 'Question',
    reply: 'Reply',
    files: 'Files',
    sources: 'Data sources',
    unnamedSource: 'Unnamed source',
    page: (number) => `page ${number}`,
    status: { generating: 'being generated', stopped: 'stopped', failed: 'failed', interrupted: 'interrupted' },
  },
  ja: {
    punctuation: { ...fullWidth, comma: '、' },
    unnamed: '無題のチャット',
    assistant: 'エキスパート',
    begun: '開始日時',
    exported: 'エクスポート日時',
    question: '質問',
    reply: '回答',
    files: 'ファイル',
    sources: '出典',
    unnamedSource: '無題の出典',
    page: (number) => `${number} ページ`,
    status: { generating: '生成中', stopped: '停止', failed: '失敗', interrupted: '中断' },
  },
  th: {
    punctuation: halfWidth,
    unnamed: 'แชทที่ไม่มีชื่อ',
    assistant: 'ผู้เชี่ยวชาญ',
    begun: 'เริ่มเมื่อ',
    exported: 'ส่งออกเมื่อ',
    question: 'คำถาม',
    reply: 'คำตอบ',
    files: 'ไฟล์',
    sources: 'แหล่งข้อมูล',
    unnamedSource: 'แหล่งข้อมูลที่ไม่มีชื่อ',
    page: (number) => `หน้า ${number}`,
    status: { generating: 'กำลังสร้าง', stopped: 'หยุดแล้ว', failed: 'ไม่สำเร็จ', interrupted: 'หยุดกลางคัน' },
  },
  vi: {
    punctuation: halfWidth,
    unnamed: 'Cuộc trò chuyện chưa đặt tên',
    assistant: 'Chuyên gia',
    begun: 'Bắt đầu lúc',
    exported: 'Xuất lúc',
    question: 'Câu hỏi',
    reply: 'Câu trả lời',
    files: 'Tệp',
    sources: 'Nguồn tham khảo',
    unnamedSource: 'Nguồn chưa đặt tên',
    page: (number) => `trang ${number}`,
    status: { generating: 'đang tạo', stopped: 'đã dừng', failed: 'thất bại', interrupted: 'bị gián đoạn' },
  },
}
