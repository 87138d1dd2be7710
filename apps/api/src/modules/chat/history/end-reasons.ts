// How a model ended a reply early, in an exported chat: the sentences of the screen.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'

const codes = [
  'MODEL_REPLY_CUT',
  'MODEL_STREAM_BROKEN',
  'MODEL_STALLED',
  'MODEL_REPLY_TIMEOUT',
  'MODEL_ONLY_THOUGHT',
  'MODEL_THOUGHT_TO_LIMIT',
  'MODEL_EMPTY',
  'MODEL_TOOL_CALL',
  'MODEL_CONTENT_FILTERED',
] as const satisfies readonly ErrorCode[]

type EndCode = (typeof codes)[number]

export const endReasons: Readonly<Record<Language, Readonly<Record<EndCode, string>>>> = {
  zhHant: {
    MODEL_REPLY_CUT: '回覆已達模型的長度上限，在此截斷。',
    MODEL_STREAM_BROKEN: '模型伺服器中斷了這則回覆。',
    MODEL_STALLED: '模型停止傳送內容。',
    MODEL_REPLY_TIMEOUT: '回覆時間過長，已停止。',
    MODEL_ONLY_THOUGHT: '模型進行了思考，但沒有寫出回覆。',
    MODEL_THOUGHT_TO_LIMIT: '模型在思考時就達到長度上限，尚未寫出回覆。',
    MODEL_EMPTY: '模型傳回了空白的回覆。',
    MODEL_TOOL_CALL: '模型沒有寫出回覆，而是試圖使用工具，但這裡沒有可用的工具。',
    MODEL_CONTENT_FILTERED: '模型伺服器的內容過濾器中止了這則回覆。',
  },
  en: {
    MODEL_REPLY_CUT: 'The reply was cut off at the model’s limit.',
    MODEL_STREAM_BROKEN: 'The model server broke off before the reply was finished.',
    MODEL_STALLED: 'The model stopped sending its reply.',
    MODEL_REPLY_TIMEOUT: 'The reply took too long.',
    MODEL_ONLY_THOUGHT: 'The model finished thinking but didn’t write a reply.',
    MODEL_THOUGHT_TO_LIMIT: 'The model reached its length limit while still thinking and didn’t write a reply.',
    MODEL_EMPTY: 'The model sent an empty reply.',
    MODEL_TOOL_CALL: 'The model tried to use a tool instead of replying, but no tools are available here.',
    MODEL_CONTENT_FILTERED: 'The model server’s content filter stopped the reply.',
  },
  ja: {
    MODEL_REPLY_CUT: '回答はモデルの長さの上限に達したため、ここで途切れています。',
    MODEL_STREAM_BROKEN: 'モデルサーバーが回答の途中で切断しました。',
    MODEL_STALLED: 'モデルからの応答が途絶えました。',
    MODEL_REPLY_TIMEOUT: '回答に時間がかかりすぎたため停止しました。',
    MODEL_ONLY_THOUGHT: 'モデルは思考しましたが、回答を生成しませんでした。',
    MODEL_THOUGHT_TO_LIMIT: 'モデルは思考中に長さの上限に達したため、回答を生成できませんでした。',
    MODEL_EMPTY: 'モデルから空の回答が返されました。',
    MODEL_TOOL_CALL: 'モデルは回答の代わりにツールを使おうとしましたが、ここで使えるツールはありません。',
    MODEL_CONTENT_FILTERED: 'モデルサーバーのコンテンツフィルターがこの回答を停止しました。',
  },
  th: {
    MODEL_REPLY_CUT: 'คำตอบยังไม่จบเพราะถึงขีดจำกัดความยาวของโมเดล',
    MODEL_STREAM_BROKEN: 'เซิร์ฟเวอร์โมเดลตัดการเชื่อมต่อระหว่างตอบ',
    MODEL_STALLED: 'โมเดลหยุดส่งข้อมูล',
    MODEL_REPLY_TIMEOUT: 'การสร้างคำตอบใช้เวลานานเกินไป จึงหยุดไว้',
    MODEL_ONLY_THOUGHT: 'โมเดลคิดแล้ว แต่ไม่ได้เขียนคำตอบ',
    MODEL_THOUGHT_TO_LIMIT: 'โมเดลถึงขีดจำกัดความยาวขณะที่ยังคิดอยู่ จึงยังไม่ได้เขียนคำตอบ',
    MODEL_EMPTY: 'โมเดลส่งคำตอบว่างเปล่า',
    MODEL_TOOL_CALL: 'โมเดลพยายามใช้เครื่องมือแทนการตอบ แต่ที่นี่ไม่มีเครื่องมือให้ใช้',
    MODEL_CONTENT_FILTERED: 'ตัวกรองเนื้อหาของเซิร์ฟเวอร์โมเดลหยุดคำตอบนี้',
  },
  vi: {
    MODEL_REPLY_CUT: 'Câu trả lời đã bị cắt vì đạt giới hạn độ dài của mô hình.',
    MODEL_STREAM_BROKEN: 'Máy chủ mô hình đã ngắt câu trả lời giữa chừng.',
    MODEL_STALLED: 'Mô hình đã ngừng gửi dữ liệu.',
    MODEL_REPLY_TIMEOUT: 'Việc tạo câu trả lời mất quá nhiều thời gian nên đã dừng.',
    MODEL_ONLY_THOUGHT: 'Mô hình có suy nghĩ nhưng không viết câu trả lời.',
    MODEL_THOUGHT_TO_LIMIT: 'Mô hình đã đạt giới hạn độ dài khi còn đang suy nghĩ, nên chưa viết câu trả lời.',
    MODEL_EMPTY: 'Mô hình đã gửi một câu trả lời trống.',
    MODEL_TOOL_CALL: 'Mô hình đã cố dùng một công cụ thay vì trả lời, nhưng ở đây không có công cụ nào.',
    MODEL_CONTENT_FILTERED: 'Bộ lọc nội dung của máy chủ mô hình đã dừng câu trả lời này.',
  },
}

const isEndCode = (code: ErrorCode): code is EndCode => (codes as readonly ErrorCode[]).includes(code)

/** Returns the sentence; null for an end that is no doing of the model. */
export const findEndReason = (code: ErrorCode, language: Language): string | null => (isEndCode(code) ? endReasons[language][code] : null)
