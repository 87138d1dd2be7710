// What a new tenant finds, written in all five languages by hand.
import type { LocalizedText } from '@heddle/contracts/wire'

type Translations = Required<Omit<LocalizedText, 'default'>>

/** A text in all languages; where the reader's is missing, English is shown. */
export const text = (translations: Translations): LocalizedText => ({ default: translations.en, ...translations })

export const question = (title: Translations, content: Translations) => ({ title: text(title), content: text(content) })

export const conversationWorkflow = {
  name: text({ zhHant: '一般對話', en: 'Plain chat', ja: '通常のチャット', th: 'สนทนาทั่วไป', vi: 'Trò chuyện thông thường' }),
  description: text({
    zhHant: '由所選的模型直接回答，並記得先前的對話',
    en: 'The chosen model answers and remembers the chat',
    ja: '選択したモデルが会話の流れを踏まえて回答します',
    th: 'โมเดลที่เลือกจะตอบโดยจำบทสนทนาก่อนหน้าได้',
    vi: 'Mô hình được chọn trả lời và ghi nhớ cuộc trò chuyện',
  }),
}

export const starterGroup = {
  name: text({ zhHant: '一般', en: 'General', ja: '一般', th: 'ทั่วไป', vi: 'Chung' }),
  description: text({
    zhHant: '管理大家共用的專家',
    en: 'Looks after the experts that everyone uses',
    ja: '全員が使うエキスパートを管理します',
    th: 'ดูแลผู้เชี่ยวชาญที่ทุกคนใช้ร่วมกัน',
    vi: 'Quản lý các chuyên gia dùng chung cho mọi người',
  }),
}

export const starterAssistant = {
  name: text({ zhHant: '通用專家', en: 'General expert', ja: '汎用エキスパート', th: 'ผู้เชี่ยวชาญทั่วไป', vi: 'Chuyên gia đa năng' }),
  description: text({
    zhHant: '回答問題、撰寫與摘要文字，並記得先前的對話。',
    en: 'Answers questions, writes and summarizes texts, and remembers the chat.',
    ja: '質問への回答、文章の作成や要約を、会話の流れを踏まえて行います。',
    th: 'ตอบคำถาม เขียนและสรุปข้อความ โดยจำบทสนทนาก่อนหน้าได้',
    vi: 'Trả lời câu hỏi, viết và tóm tắt văn bản, và ghi nhớ cuộc trò chuyện.',
  }),
  recommendedQuestions: [
    question(
      { zhHant: '摘要一段文字', en: 'Summarize a text', ja: '文章を要約', th: 'สรุปข้อความ', vi: 'Tóm tắt văn bản' },
      {
        zhHant: '請用五個重點摘要我接下來貼上的文字。',
        en: 'Summarize the text I paste next in five points.',
        ja: '次に貼り付ける文章を五つの要点にまとめてください。',
        th: 'ช่วยสรุปข้อความที่ฉันจะวางต่อไปนี้เป็นห้าประเด็น',
        vi: 'Hãy tóm tắt văn bản tôi sẽ dán tiếp theo thành năm ý chính.',
      },
    ),
    question(
      { zhHant: '你能做什麼', en: 'What you can do', ja: 'できること', th: 'คุณทำอะไรได้บ้าง', vi: 'Bạn có thể làm gì' },
      {
        zhHant: '你可以幫我做哪些事？請舉幾個例子。',
        en: 'What can you help me with? Give a few examples.',
        ja: 'どのようなことを手伝ってもらえますか。例をいくつか挙げてください。',
        th: 'คุณช่วยฉันเรื่องอะไรได้บ้าง ช่วยยกตัวอย่างสักสองสามข้อ',
        vi: 'Bạn có thể giúp tôi những việc gì? Hãy nêu vài ví dụ.',
      },
    ),
  ],
}
