// A chat for pictures, in the language of the reader, with a reply that cites a passage.
import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createCollection } from '@heddle/db/factories/knowledge'
import { fillChat, prepareChat } from '../support/pages/chat.ts'
import type { Person } from '../support/people.ts'

type Sample = {
  readonly title: string
  /** A word that finds the chat. */
  readonly keyword: string
  readonly question: string
  readonly reply: string
  readonly source: string
  readonly passage: string
}

export const samples: Readonly<Record<Language, Sample>> = {
  zhHant: {
    title: '棉布的縮水率',
    keyword: '縮水',
    question: '棉布水洗後會縮多少？該如何測量？',
    reply:
      '棉布第一次水洗後通常會縮水約 **3 %** [1]。\n\n測量方式如下 [1]：\n\n1. 將試樣在標準大氣中調濕 24 小時。\n2. 標記兩點並測量距離。\n3. 水洗、平放晾乾後再測量一次。',
    source: '紡織品檢驗手冊',
    passage: '棉布第一次水洗後縮水 3 %。試樣先調濕 24 小時，再標記兩點並測量距離；水洗並平放晾乾後重新測量。',
  },
  en: {
    title: 'How much cotton shrinks',
    keyword: 'shrink',
    question: 'How much does cotton shrink in the wash, and how is it measured?',
    reply:
      'Cotton fabric usually shrinks by about **3 %** in its first wash [1].\n\nIt is measured like this [1]:\n\n1. Condition the specimen for 24 hours.\n2. Mark two points and measure their distance.\n3. Wash it, dry it flat, and measure again.',
    source: 'Handbook of textile testing',
    passage:
      'Cotton fabric shrinks by 3 % in its first wash. The specimen is conditioned for 24 hours, two points are marked and their distance is measured; after washing and drying flat it is measured again.',
  },
  ja: {
    title: '綿の洗濯収縮',
    keyword: '洗濯',
    question: '綿の布は洗うとどのくらい縮みますか。測り方も教えてください。',
    reply:
      '綿の布は、最初の洗濯でおよそ **3 %** 縮みます [1]。\n\n測り方は次のとおりです [1]。\n\n1. 試料を 24 時間調湿します。\n2. 2 点に印を付け、間隔を測ります。\n3. 洗って平らに干し、もう一度測ります。',
    source: '繊維試験ハンドブック',
    passage: '綿の布は最初の洗濯で 3 % 縮む。試料を 24 時間調湿し、2 点に印を付けて間隔を測る。洗濯して平干ししたあと、再び測る。',
  },
  th: {
    title: 'การหดตัวของผ้าฝ้าย',
    keyword: 'หดตัว',
    question: 'ผ้าฝ้ายหดตัวเท่าใดเมื่อซัก และวัดอย่างไร',
    reply:
      'ผ้าฝ้ายมักหดตัวประมาณ **3 %** เมื่อซักครั้งแรก [1]\n\nวิธีวัดเป็นดังนี้ [1]\n\n1. ปรับสภาวะตัวอย่าง 24 ชั่วโมง\n2. ทำเครื่องหมายสองจุดแล้ววัดระยะ\n3. ซัก ตากบนพื้นราบ แล้ววัดอีกครั้ง',
    source: 'คู่มือการทดสอบสิ่งทอ',
    passage: 'ผ้าฝ้ายหดตัว 3 % เมื่อซักครั้งแรก ปรับสภาวะตัวอย่าง 24 ชั่วโมง ทำเครื่องหมายสองจุดและวัดระยะ หลังซักและตากบนพื้นราบให้วัดอีกครั้ง',
  },
  vi: {
    title: 'Độ co của vải bông',
    keyword: 'giặt',
    question: 'Vải bông co bao nhiêu khi giặt, và đo như thế nào?',
    reply:
      'Vải bông thường co khoảng **3 %** trong lần giặt đầu tiên [1].\n\nCách đo như sau [1]:\n\n1. Điều hòa mẫu trong 24 giờ.\n2. Đánh dấu hai điểm và đo khoảng cách.\n3. Giặt, phơi phẳng rồi đo lại.',
    source: 'Sổ tay thử nghiệm dệt may',
    passage:
      'Vải bông co 3 % trong lần giặt đầu tiên. Mẫu được điều hòa trong 24 giờ, đánh dấu hai điểm và đo khoảng cách; sau khi giặt và phơi phẳng thì đo lại.',
  },
}

/** Inserts the chat into the user's history; returns its path. */
export async function createSampleChat(db: PrismaClient, person: Person, language: Language): Promise<string> {
  const { title, question, reply, source, passage } = samples[language]
  const { id, path } = await prepareChat(db, person, language, title)
  const [, messageId = ''] = await fillChat(db, id, [question, reply])
  const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: person.id } })
  const { id: collectionId } = await createCollection(db, { tenantId, access: 'workflow' })
  const knowledge = {
    chunk_id: collectionId,
    heading_path: [],
    page_to: 12,
    spans: [],
    valid_until: null,
    replaced_by: null,
    copyright: { default: '' },
  }
  await db.messageSource.create({ data: { messageId, number: 1, title: source, passage, page: 12, score: 0.03, knowledge, collectionId } })
  await db.message.update({ where: { id: messageId }, data: { modelName: 'gpt-4o' } })
  return path
}
