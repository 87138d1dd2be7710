// What a workflow can tell its reader of a failed node, in the reader's language: the variable `error_message`.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'

type Texts = Readonly<Record<Language, string>>

const other: Texts = {
  zhHant: '這個步驟發生問題。',
  en: 'Something went wrong in this step.',
  ja: 'このステップで問題が発生しました。',
  th: 'เกิดปัญหาในขั้นตอนนี้',
  vi: 'Đã xảy ra sự cố ở bước này.',
}

const tooSlow: Texts = {
  zhHant: '這個步驟花費的時間太長。',
  en: 'This step took too long.',
  ja: 'このステップに時間がかかりすぎました。',
  th: 'ขั้นตอนนี้ใช้เวลานานเกินไป',
  vi: 'Bước này mất quá nhiều thời gian.',
}

const modelUnavailable: Texts = {
  zhHant: '目前無法使用模型。',
  en: 'The model is unavailable at the moment.',
  ja: '現在モデルを利用できません。',
  th: 'ขณะนี้ไม่สามารถใช้โมเดลได้',
  vi: 'Hiện không thể dùng mô hình.',
}

const modelBusy: Texts = {
  zhHant: '模型目前忙碌中，請稍後再試。',
  en: 'The model is busy. Please try again later.',
  ja: 'モデルが混み合っています。しばらくしてからもう一度お試しください。',
  th: 'โมเดลไม่ว่างในขณะนี้ โปรดลองอีกครั้งในภายหลัง',
  vi: 'Mô hình đang bận. Vui lòng thử lại sau.',
}

const modelRefused: Texts = {
  zhHant: '模型拒絕了這項請求。',
  en: 'The model rejected the request.',
  ja: 'モデルがリクエストを拒否しました。',
  th: 'โมเดลปฏิเสธคำขอ',
  vi: 'Mô hình đã từ chối yêu cầu.',
}

const modelSilent: Texts = {
  zhHant: '模型沒有寫出回覆。',
  en: 'The model has written no reply.',
  ja: 'モデルは回答を書きませんでした。',
  th: 'โมเดลไม่ได้เขียนคำตอบ',
  vi: 'Mô hình không viết câu trả lời nào.',
}

const promptTooLong: Texts = {
  zhHant: '內容太長，模型無法處理。',
  en: 'The content is too long for the model.',
  ja: '内容が長すぎて、モデルで処理できません。',
  th: 'เนื้อหายาวเกินกว่าที่โมเดลจะรับได้',
  vi: 'Nội dung quá dài đối với mô hình.',
}

const outputInvalid: Texts = {
  zhHant: '模型的回覆格式不正確。',
  en: 'The answer of the model did not have the required form.',
  ja: 'モデルの回答が必要な形式ではありませんでした。',
  th: 'คำตอบของโมเดลไม่อยู่ในรูปแบบที่กำหนด',
  vi: 'Câu trả lời của mô hình không đúng định dạng yêu cầu.',
}

const serviceUnavailable: Texts = {
  zhHant: '目前無法連線到外部服務。',
  en: 'The external service cannot be reached at the moment.',
  ja: '現在、外部サービスに接続できません。',
  th: 'ขณะนี้ไม่สามารถเชื่อมต่อกับบริการภายนอกได้',
  vi: 'Hiện không thể kết nối với dịch vụ bên ngoài.',
}

const serviceRefused: Texts = {
  zhHant: '外部服務無法處理這項請求。',
  en: 'The external service could not process the request.',
  ja: '外部サービスがリクエストを処理できませんでした。',
  th: 'บริการภายนอกไม่สามารถดำเนินการตามคำขอได้',
  vi: 'Dịch vụ bên ngoài không thể xử lý yêu cầu.',
}

const messages: Readonly<Partial<Record<ErrorCode, Texts>>> = {
  WORKFLOW_NODE_TIMEOUT: tooSlow,
  MODEL_FIRST_TOKEN_TIMEOUT: tooSlow,
  MODEL_STALLED: tooSlow,
  MODEL_REPLY_TIMEOUT: tooSlow,
  MODEL_UNAVAILABLE: modelUnavailable,
  MODEL_STREAM_BROKEN: modelUnavailable,
  CHAT_AUTH_KEY_MISSING: modelUnavailable,
  MODEL_NOT_FOUND: modelUnavailable,
  MODEL_NOT_AN_API: modelUnavailable,
  MODEL_QUOTA_EXCEEDED: modelUnavailable,
  MODEL_RATE_LIMITED: modelBusy,
  MODEL_REFUSED: modelRefused,
  MODEL_CONTENT_FILTERED: modelRefused,
  MODEL_EMPTY: modelSilent,
  MODEL_ONLY_THOUGHT: modelSilent,
  MODEL_THOUGHT_TO_LIMIT: modelSilent,
  MODEL_TOOL_CALL: modelSilent,
  MODEL_CONTEXT_EXCEEDED: promptTooLong,
  WORKFLOW_OUTPUT_INVALID: outputInvalid,
  WORKFLOW_HTTP_UNAVAILABLE: serviceUnavailable,
  WORKFLOW_HTTP_FORBIDDEN: serviceRefused,
  WORKFLOW_HTTP_REFUSED: serviceRefused,
  WORKFLOW_HTTP_INVALID: serviceRefused,
  WORKFLOW_HTTP_TOO_LARGE: serviceRefused,
}

/** Returns the sentence for the code of a failure, which says nothing of addresses, prompts and keys; a general one for other codes. */
export const describeFailure = (code: string | null, language: Language): string => (messages[code as ErrorCode] ?? other)[language]
