// The history of the search measurement: chats in five scripts, whose messages are interleaved in the table, as with many concurrent
// users.
import { createPool, jobTimeouts } from '@heddle/db/connection'
import pg from 'pg'
import { indexMessages } from '../../apps/api/test/chat/index-messages.ts'

/** Messages of one chat: alternating questions and replies. */
export const messagesPerChat = 50
const paragraphsPerScript = 400

/** A word of each script that every third paragraph has, and one that a message in 20,000 has. */
export const commonWords = ['纖維', 'fabric', '染色', 'เส้นใย', 'vải']
export const rareWords = ['緙絲', 'selvedge', '紬織り', 'ผ้าไหมยกดอก', 'thổ cẩm']
export const absentWords = ['量子電腦', 'submarine', '宇宙飛行士', 'เรือดำน้ำ', 'tàu ngầm']

const vocabulary: readonly { readonly words: readonly string[]; readonly space: string; readonly stop: string }[] = [
  {
    words:
      '棉花 羊毛 蠶絲 亞麻 聚酯 染料 上漿 紗線 密度 強力 拉伸 耐磨 色牢度 織造 針織 梭織 整理 防水 吸濕 排汗 測試 標準 樣品 溫度 濕度 的 與 在 以及 可以 需要 建議 根據 結果 如下 因此'.split(
        ' ',
      ),
    space: '',
    stop: '。',
  },
  {
    words:
      'cotton wool silk linen polyester dye sizing yarn density strength tensile abrasion fastness weaving knitting woven finishing waterproof moisture wicking the of with and may should therefore result sample standard temperature humidity test method warp weft shrinkage'.split(
        ' ',
      ),
    space: ' ',
    stop: '. ',
  },
  {
    words:
      '綿 羊毛 絹 麻 ポリエステル 染料 糊付け 糸 密度 強度 引張 摩耗 堅牢度 製織 編み物 織物 仕上げ 防水 吸湿 速乾 試験 規格 サンプル 温度 湿度 の は を において および ことが できます ため 結果 次の とおり です'.split(
        ' ',
      ),
    space: '',
    stop: '。',
  },
  {
    words:
      'ฝ้าย ขนสัตว์ ไหม ลินิน โพลีเอสเตอร์ สีย้อม เส้นด้าย ความหนาแน่น ความแข็งแรง แรงดึง การเสียดสี ความคงทน การทอ การถัก การตกแต่ง กันน้ำ ความชื้น การทดสอบ มาตรฐาน ตัวอย่าง อุณหภูมิ และ ของ ที่ ใน สามารถ ควร ดังนั้น ผลลัพธ์ ดังนี้'.split(
        ' ',
      ),
    space: '',
    stop: ' ',
  },
  {
    words:
      'bông len lụa lanh polyester thuốc nhuộm sợi mật độ độ bền kéo mài mòn bền màu dệt kim hoàn tất chống thấm hút ẩm thử nghiệm tiêu chuẩn mẫu nhiệt độ và của trong có thể nên do đó kết quả như sau'.split(
        ' ',
      ),
    space: ' ',
    stop: '. ',
  },
]

/** Creates a deterministic generator of numbers from 0 to 1. */
function createDice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function writeParagraphs(): { readonly script: number; readonly number: number; readonly question: string; readonly reply: string }[] {
  const dice = createDice(4)
  return vocabulary.flatMap(({ words, space, stop }, script) => {
    const write = (characters: number, common: string | undefined) => {
      let text = ''
      for (let sentence: string[] = []; text.length < characters; sentence = []) {
        const length = 6 + Math.floor(dice() * 12)
        while (sentence.length < length) sentence.push(words[Math.floor(dice() * words.length)] ?? '')
        if (common && text === '') sentence.splice(3, 0, common)
        text += sentence.join(space) + stop
      }
      return text
    }
    // Chinese and Japanese texts have a third of the characters of the others.
    const scale = script === 0 || script === 2 ? 1 : 2.5
    return Array.from({ length: paragraphsPerScript }, (_, number) => ({
      script,
      number,
      question: write(scale * (8 + dice() * 40), number % 3 === 0 ? commonWords[script] : undefined),
      reply: write(scale * (60 + dice() * 260), number % 3 === 1 ? commonWords[script] : undefined),
    }))
  })
}

type History = {
  readonly tenantId: string
  readonly assistantId: string
  /** Of each chat. */
  readonly ownerIds: readonly string[]
  /** Messages of each. */
  readonly length?: number
}

/** Of a message `s` of a chat of so many. */
const hasRareWord = (length: number) => `(s.n::bigint * ${length} + s.depth) * 7919 % 20000 = 0`

/** Writes chats into the migrated database at `url`, as a superuser with triggers and constraints disabled, and indexes them as a worker does. */
export async function writeHistory(url: string, { tenantId, assistantId, ownerIds, length = messagesPerChat }: History) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL work_mem = '512MB'; SELECT setseed(0.4)")
    await client.query('CREATE TEMP TABLE paragraph (script int, number int, question text, reply text) ON COMMIT DROP')
    const paragraphs = writeParagraphs()
    await client.query('INSERT INTO paragraph SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::text[])', [
      paragraphs.map(({ script }) => script),
      paragraphs.map(({ number }) => number),
      paragraphs.map(({ question }) => question),
      paragraphs.map(({ reply }) => reply),
    ])
    await client.query(
      `CREATE TEMP TABLE rare_word ON COMMIT DROP AS
       SELECT n::int - 1 AS script, word FROM unnest($1::text[]) WITH ORDINALITY words(word, n)`,
      [rareWords],
    )
    await client.query(
      `CREATE TEMP TABLE begun ON COMMIT DROP AS
       SELECT uuidv7(began - now()) AS id, n, n % ${vocabulary.length} AS script, began, interval '8 hours' * random() AS pace,
         owner_id
       FROM (
         SELECT owner_id, n::int, now() - interval '10 days' - interval '300 days' * random() AS began
         FROM unnest($1::uuid[]) WITH ORDINALITY chats(owner_id, n)
       ) chats`,
      [ownerIds],
    )
    await client.query(
      `CREATE TEMP TABLE said ON COMMIT DROP AS
       SELECT uuidv7(at - now()) AS id, said.*, floor(random() * ${paragraphsPerScript})::int AS first, floor(random() * ${paragraphsPerScript})::int AS second
       FROM (
         SELECT c.id AS chat_id, c.script, c.n, depth, c.began + c.pace * (depth / 2) + interval '20 seconds' * (depth % 2) AS at
         FROM begun c CROSS JOIN generate_series(0, ${length - 1}) depth
       ) said ORDER BY at`,
    )
    await client.query(
      `INSERT INTO message (id, chat_id, depth, role, response_language, content, created_at, finished_at)
       SELECT s.id, s.chat_id, s.depth, (CASE s.depth % 2 WHEN 0 THEN 'user' ELSE 'assistant' END)::message_role, 'en',
         CASE s.depth % 2 WHEN 0 THEN a.question ELSE a.reply || E'\\n\\n' || b.reply END
           || CASE WHEN ${hasRareWord(length)} THEN ' ' || w.word ELSE '' END,
         s.at, s.at
       FROM said s JOIN paragraph a ON a.script = s.script AND a.number = s.first
       JOIN paragraph b ON b.script = s.script AND b.number = s.second
       JOIN rare_word w ON w.script = s.script`,
    )
    await client.query(
      `INSERT INTO chat (id, tenant_id, owner_id, assistant_id, title, version, request_count, conversation_id, created_at, updated_at)
       SELECT c.id, $1, c.owner_id, $2, left(p.question, 40), ${length}, ${length / 2}, uuidv7(), c.began, ended.at
       FROM begun c JOIN paragraph p ON p.script = c.script AND p.number = c.n % ${paragraphsPerScript}
       JOIN (SELECT chat_id, max(at) AS at FROM said GROUP BY chat_id) ended ON ended.chat_id = c.id`,
      [tenantId, assistantId],
    )
    // As the triggers do it.
    await client.query('INSERT INTO search_pending (chat_id, message_id) SELECT chat_id, id FROM said')
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
  await indexHistory(url)
}

async function indexHistory(url: string) {
  const pool = createPool(url, 1, jobTimeouts)
  try {
    await indexMessages(pool)
  } finally {
    await pool.end()
  }
}
