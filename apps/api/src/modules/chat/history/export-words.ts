// The few words of ours in an exported chat, in the language of whoever takes it home.
import type { Language } from '@heddle/contracts/languages'
import type { MessageStatus } from '@heddle/contracts/message'

export type ExportWords = {
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
    status: { generating: 'being made', stopped: 'stopped', failed: 'failed', interrupted: 'interrupted' },
  },
  ja: {
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
    status: { generating: 'กำลังสร้าง', stopped: 'หยุดแล้ว', failed: 'ล้มเหลว', interrupted: 'ถูกขัดจังหวะ' },
  },
  vi: {
    unnamed: 'Cuộc trò chuyện chưa đặt tên',
    assistant: 'Chuyên gia',
    begun: 'Bắt đầu',
    exported: 'Đã xuất',
    question: 'Câu hỏi',
    reply: 'Câu trả lời',
    files: 'Tệp',
    sources: 'Nguồn dữ liệu',
    unnamedSource: 'Nguồn chưa đặt tên',
    page: (number) => `trang ${number}`,
    status: { generating: 'đang tạo', stopped: 'đã dừng', failed: 'thất bại', interrupted: 'bị gián đoạn' },
  },
}
