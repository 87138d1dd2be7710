// The columns of datasets that are no free table: approved answers and the questions of evaluations. They are the same in every dataset of
// their kind, so that rows are edited, imported, published and exported as those of a table are.
import type { Choice, DatasetColumn } from './column.ts'
import type { DatasetKind } from './dataset.ts'

/** The ids of the columns of kind `qa`. Of the answers, one a language; wordings and sources are one a line. */
export const qaColumn = {
  question: 'c1',
  wordings: 'c2',
  answer: { zhHant: 'c3', en: 'c4', ja: 'c5', th: 'c6', vi: 'c7' },
  sources: 'c8',
  validFrom: 'c9',
  validUntil: 'c10',
} as const

/** The ids of the columns of kind `eval`. Points, sources and rows are one a line. */
export const evalColumn = {
  question: 'c1',
  language: 'c2',
  answer: 'c3',
  points: 'c4',
  /** Texts that a retrieved or cited passage has, or titles of sources. */
  sources: 'c5',
  /** The cells of a row are separated by tabs. */
  rows: 'c6',
  mustRefuse: 'c7',
  /** Separated by commas or lines. */
  tags: 'c8',
  origin: 'c9',
  state: 'c10',
  knownFailure: 'c11',
  knownFailureUntil: 'c12',
} as const

const name = (en: string, zhHant: string, ja: string, th: string, vi: string) => ({ default: en, en, zhHant, ja, th, vi })

const onePerLine = name('One per line.', '每行一項。', '1 行に 1 つ。', 'บรรทัดละหนึ่งรายการ', 'Mỗi dòng một mục.')

const languageChoices: Choice[] = [
  { value: 'zhHant', name: name('Traditional Chinese', '繁體中文', '繁体字中国語', 'จีนตัวเต็ม', 'Tiếng Trung phồn thể') },
  { value: 'en', name: name('English', '英文', '英語', 'อังกฤษ', 'Tiếng Anh') },
  { value: 'ja', name: name('Japanese', '日文', '日本語', 'ญี่ปุ่น', 'Tiếng Nhật') },
  { value: 'th', name: name('Thai', '泰文', 'タイ語', 'ไทย', 'Tiếng Thái') },
  { value: 'vi', name: name('Vietnamese', '越南文', 'ベトナム語', 'เวียดนาม', 'Tiếng Việt') },
]

const qaColumns: readonly DatasetColumn[] = [
  { id: qaColumn.question, type: 'text', required: true, name: name('Question', '提問', '質問', 'คำถาม', 'Câu hỏi') },
  {
    id: qaColumn.wordings,
    type: 'text',
    name: name('Other wordings', '其他問法', '別の言い方', 'คำถามในรูปแบบอื่น', 'Cách hỏi khác'),
    description: onePerLine,
  },
  {
    id: qaColumn.answer.zhHant,
    type: 'text',
    name: name(
      'Answer (Traditional Chinese)',
      '答案 (繁體中文)',
      '回答 (繁体字中国語)',
      'คำตอบ (จีนตัวเต็ม)',
      'Câu trả lời (tiếng Trung phồn thể)',
    ),
  },
  {
    id: qaColumn.answer.en,
    type: 'text',
    name: name('Answer (English)', '答案 (英文)', '回答 (英語)', 'คำตอบ (อังกฤษ)', 'Câu trả lời (tiếng Anh)'),
  },
  {
    id: qaColumn.answer.ja,
    type: 'text',
    name: name('Answer (Japanese)', '答案 (日文)', '回答 (日本語)', 'คำตอบ (ญี่ปุ่น)', 'Câu trả lời (tiếng Nhật)'),
  },
  {
    id: qaColumn.answer.th,
    type: 'text',
    name: name('Answer (Thai)', '答案 (泰文)', '回答 (タイ語)', 'คำตอบ (ไทย)', 'Câu trả lời (tiếng Thái)'),
  },
  {
    id: qaColumn.answer.vi,
    type: 'text',
    name: name('Answer (Vietnamese)', '答案 (越南文)', '回答 (ベトナム語)', 'คำตอบ (เวียดนาม)', 'Câu trả lời (tiếng Việt)'),
  },
  { id: qaColumn.sources, type: 'text', name: name('Sources', '資料來源', '出典', 'แหล่งข้อมูล', 'Nguồn'), description: onePerLine },
  { id: qaColumn.validFrom, type: 'date', name: name('Valid from', '生效日', '有効開始日', 'มีผลตั้งแต่', 'Có hiệu lực từ') },
  { id: qaColumn.validUntil, type: 'date', name: name('Valid until', '有效期限', '有効期限', 'มีผลถึง', 'Có hiệu lực đến') },
]

const evalColumns: readonly DatasetColumn[] = [
  { id: evalColumn.question, type: 'text', required: true, name: name('Question', '提問', '質問', 'คำถาม', 'Câu hỏi') },
  {
    id: evalColumn.language,
    type: 'choice',
    required: true,
    choices: languageChoices,
    name: name('Language', '語言', '言語', 'ภาษา', 'Ngôn ngữ'),
  },
  {
    id: evalColumn.answer,
    type: 'text',
    name: name('Expected answer', '預期答案', '期待する回答', 'คำตอบที่คาดหวัง', 'Câu trả lời mong đợi'),
  },
  {
    id: evalColumn.points,
    type: 'text',
    name: name('Points of the answer', '答案要點', '回答の要点', 'ประเด็นของคำตอบ', 'Các ý của câu trả lời'),
    description: onePerLine,
  },
  {
    id: evalColumn.sources,
    type: 'text',
    name: name('Expected sources', '預期資料來源', '期待する出典', 'แหล่งข้อมูลที่คาดหวัง', 'Nguồn mong đợi'),
    description: name(
      'One per line: the title of a source, or words that the passage has.',
      '每行一項：資料來源的標題，或段落中的文字。',
      '1 行に 1 つ。出典のタイトル、またはパッセージにある語句。',
      'บรรทัดละหนึ่งรายการ ชื่อแหล่งข้อมูล หรือคำที่มีในช่วงข้อความ',
      'Mỗi dòng một mục: tên nguồn, hoặc từ ngữ có trong đoạn văn.',
    ),
  },
  {
    id: evalColumn.rows,
    type: 'text',
    name: name('Expected rows', '預期資料列', '期待する行', 'แถวที่คาดหวัง', 'Dòng mong đợi'),
    description: name(
      'One per line, its cells separated by tabs.',
      '每行一列，儲存格以 Tab 分隔。',
      '1 行に 1 行分。セルはタブで区切ります。',
      'บรรทัดละหนึ่งแถว คั่นเซลล์ด้วยแท็บ',
      'Mỗi dòng một hàng, các ô cách nhau bằng tab.',
    ),
  },
  {
    id: evalColumn.mustRefuse,
    type: 'boolean',
    name: name('Must be declined', '應拒答', '回答を控えるべき', 'ต้องปฏิเสธ', 'Phải từ chối'),
    description: name(
      'The sources have no answer, and the workflow should say so.',
      '資料來源中沒有答案，工作流程應如實說明。',
      '出典に答えがなく、ワークフローがそう伝えるべき質問。',
      'แหล่งข้อมูลไม่มีคำตอบ และเวิร์กโฟลว์ควรบอกเช่นนั้น',
      'Nguồn không có câu trả lời và quy trình cần nói như vậy.',
    ),
  },
  {
    id: evalColumn.tags,
    type: 'text',
    name: name('Tags', '標籤', 'タグ', 'แท็ก', 'Nhãn'),
    description: name(
      'Separated by commas. Figures are shown for each tag.',
      '以逗號分隔。各標籤分別顯示數字。',
      'コンマで区切ります。タグごとに数値が示されます。',
      'คั่นด้วยจุลภาค แสดงตัวเลขแยกตามแท็ก',
      'Cách nhau bằng dấu phẩy. Số liệu được hiển thị theo từng nhãn.',
    ),
  },
  {
    id: evalColumn.origin,
    type: 'choice',
    choices: [
      { value: 'written', name: name('Written', '自行撰寫', '作成', 'เขียนเอง', 'Tự viết') },
      { value: 'feedback', name: name('Feedback', '意見回饋', 'フィードバック', 'ความคิดเห็น', 'Phản hồi') },
      { value: 'imported', name: name('Imported', '匯入', 'インポート', 'นำเข้า', 'Nhập') },
    ],
    name: name('Origin', '出處', '由来', 'ที่มา', 'Nguồn gốc'),
  },
  {
    id: evalColumn.state,
    type: 'choice',
    choices: [
      { value: 'ready', name: name('Ready', '可用', '使用可', 'พร้อมใช้', 'Sẵn sàng') },
      { value: 'draft', name: name('Draft', '草稿', '下書き', 'ฉบับร่าง', 'Bản nháp') },
    ],
    name: name('State', '狀態', '状態', 'สถานะ', 'Trạng thái'),
    description: name('A draft is not asked.', '草稿不會提問。', '下書きは質問されません。', 'ฉบับร่างจะไม่ถูกถาม', 'Bản nháp không được hỏi.'),
  },
  {
    id: evalColumn.knownFailure,
    type: 'text',
    name: name('Known failure', '已知失敗原因', '既知の失敗', 'ข้อผิดพลาดที่ทราบแล้ว', 'Lỗi đã biết'),
    description: name(
      'Why it is known to fail. Such a question counts in no figure.',
      '已知失敗的原因。這類問題不計入任何數字。',
      '失敗するとわかっている理由。この質問はどの数値にも含まれません。',
      'เหตุผลที่ทราบว่าตอบไม่ได้ คำถามนี้ไม่นับรวมในตัวเลขใด',
      'Lý do đã biết là lỗi. Câu hỏi này không được tính vào số liệu nào.',
    ),
  },
  {
    id: evalColumn.knownFailureUntil,
    type: 'date',
    name: name('Known failure until', '已知失敗至', '既知の失敗の期限', 'ทราบข้อผิดพลาดจนถึง', 'Lỗi đã biết đến'),
  },
]

/** The columns of a kind; null of a table, which has its own. */
export const kindColumns: Readonly<Record<DatasetKind, readonly DatasetColumn[] | null>> = { table: null, qa: qaColumns, eval: evalColumns }
