// What the first start finds: two institutes, their people, and assistants to try. Written in all five languages by hand.
import { conversationWorkflow, question, text } from '@heddle/workflow/model/templates/starter-texts'

/** The models of the specification; the first is the default. */
export const defaultModelNames = ['gpt-4o', 'llama-3.3-nemotron-super-49B-v1', 'meta-llama3.3-70b-inst-32k'] as const
/** Those of them that see images. */
export const defaultImageModels = ['gpt-4o'] as const

/** What the sample collection is embedded by, where it answers. */
export const sampleEmbeddingModel = 'demo-embedding'

/** What the demonstration has for collections, beside models to chat with. */
export const demonstrationModels = [
  { name: sampleEmbeddingModel, kind: 'embedding' },
  { name: 'demo-rerank', kind: 'rerank' },
] as const

export const tenants = {
  institute: {
    name: text({
      zhHant: '赫德紡織研究所',
      en: 'Heddle Textile Institute',
      ja: 'ヘドル繊維研究所',
      th: 'สถาบันสิ่งทอเฮดเดิล',
      vi: 'Viện Dệt may Heddle',
    }),
  },
  neighbor: {
    name: text({ zhHant: '鄰近研究所', en: 'Neighboring Institute', ja: '隣接研究所', th: 'สถาบันข้างเคียง', vi: 'Viện láng giềng' }),
  },
}

/** The accounts; a user of `neighbor` must never see anything of `institute`. */
export const cast = [
  {
    account: 'super',
    email: 'super@heddle.test',
    tenant: 'institute',
    role: 'S',
    name: text({ zhHant: '林超級', en: 'Sofia Super', ja: '最上 統', th: 'สุภา สูงสุด', vi: 'Trần Tối Cao' }),
  },
  {
    account: 'admin',
    email: 'admin@heddle.test',
    tenant: 'institute',
    role: 'A',
    name: text({ zhHant: '陳管理', en: 'Adam Admin', ja: '管 理子', th: 'อดิศร ดูแล', vi: 'Nguyễn Quản Trị' }),
  },
  {
    account: 'owner',
    email: 'owner@heddle.test',
    tenant: 'institute',
    role: 'U',
    name: text({ zhHant: '王組長', en: 'Olivia Owner', ja: '組長 織江', th: 'อรทัย หัวหน้า', vi: 'Lê Tổ Trưởng' }),
  },
  {
    account: 'member',
    email: 'member@heddle.test',
    tenant: 'institute',
    role: 'U',
    name: text({ zhHant: '張組員', en: 'Max Member', ja: '員 真人', th: 'มานะ สมาชิก', vi: 'Phạm Thành Viên' }),
  },
  {
    account: 'outsider',
    email: 'outsider@example.test',
    tenant: 'neighbor',
    role: 'U',
    name: text({ zhHant: '吳外人', en: 'Oscar Outsider', ja: '外山 人', th: 'อนันต์ คนนอก', vi: 'Vũ Người Ngoài' }),
  },
] as const

export const groups = {
  laboratory: {
    name: text({ zhHant: '纖維實驗室', en: 'Fiber Laboratory', ja: '繊維試験室', th: 'ห้องปฏิบัติการเส้นใย', vi: 'Phòng thí nghiệm xơ sợi' }),
    description: text({
      zhHant: '纖維與紗線的檢測與分析',
      en: 'Testing and analysis of fibers and yarns',
      ja: '繊維と糸の試験・分析',
      th: 'ทดสอบและวิเคราะห์เส้นใยและเส้นด้าย',
      vi: 'Thử nghiệm và phân tích xơ, sợi',
    }),
  },
  neighbors: {
    name: text({ zhHant: '鄰近團隊', en: 'Neighboring Team', ja: '隣接チーム', th: 'ทีมข้างเคียง', vi: 'Nhóm láng giềng' }),
    description: text({
      zhHant: '另一個機構的團隊',
      en: 'A team of another institution',
      ja: '別の研究所のチーム',
      th: 'ทีมของอีกหน่วยงานหนึ่ง',
      vi: 'Nhóm của một tổ chức khác',
    }),
  },
}

/** The collection of the handbook, in the group of the laboratory. */
export const handbookCollection = {
  name: text({
    zhHant: '紡織品檢測手冊',
    en: 'Handbook of textile testing',
    ja: '繊維試験ハンドブック',
    th: 'คู่มือการทดสอบสิ่งทอ',
    vi: 'Sổ tay thử nghiệm dệt may',
  }),
  description: text({
    zhHant: '檢測方法簡介，五種語言內容相同；供試用知識庫',
    en: 'An introduction to test methods, the same in five languages, to try collections with',
    ja: '試験方法の入門書。5 言語とも同じ内容で、ナレッジコレクションをお試しいただけます',
    th: 'บทแนะนำวิธีทดสอบ เนื้อหาเดียวกันในห้าภาษา สำหรับทดลองใช้คลังความรู้',
    vi: 'Phần giới thiệu các phương pháp thử, cùng nội dung bằng năm ngôn ngữ, để dùng thử kho tri thức',
  }),
  copyright: text({
    zhHant: '示範內容，請以現行標準為準',
    en: 'Demonstration content; work by the standards in force',
    ja: 'デモ用の内容です。実際の試験は現行の規格に従ってください',
    th: 'เนื้อหาตัวอย่าง โปรดปฏิบัติตามมาตรฐานที่มีผลบังคับใช้',
    vi: 'Nội dung minh họa; hãy làm theo các tiêu chuẩn đang có hiệu lực',
  }),
}

export const workflows = {
  conversation: conversationWorkflow,
  writing: {
    name: text({ zhHant: '文字潤飾', en: 'Writing help', ja: '文章の推敲', th: 'ช่วยเขียนและปรับแก้', vi: 'Hỗ trợ viết' }),
    description: text({
      zhHant: '逐篇改寫文字，不參考先前的對話',
      en: 'Rewrites one text at a time, without regard to earlier ones',
      ja: '以前の会話にとらわれず、文章を一つずつ書き直します',
      th: 'เรียบเรียงข้อความทีละชิ้นโดยไม่อิงบทสนทนาก่อนหน้า',
      vi: 'Viết lại từng văn bản, không dựa vào những lần trước',
    }),
  },
  handbook: {
    name: text({ zhHant: '手冊問答', en: 'Handbook Q&A', ja: 'ハンドブックへの質問', th: 'ถามตอบจากคู่มือ', vi: 'Hỏi đáp sổ tay' }),
    description: text({
      zhHant: '在示範知識庫中找出相關段落，只根據這些段落回答並註明出處',
      en: 'Finds passages of the sample collection, answers only from them, and cites them',
      ja: 'サンプルのナレッジコレクションのパッセージだけに基づいて回答し、出典を示します',
      th: 'ค้นหาช่วงข้อความในคลังความรู้ตัวอย่าง ตอบจากข้อความเหล่านั้นเท่านั้น พร้อมอ้างอิง',
      vi: 'Tìm đoạn văn trong kho tri thức mẫu, chỉ trả lời dựa trên đó và trích dẫn',
    }),
  },
}

const fiberExpert = {
  workflow: 'conversation',
  isPublic: true,
  name: text({ zhHant: '纖維特性專家', en: 'Fiber expert', ja: '繊維特性エキスパート', th: 'ผู้เชี่ยวชาญด้านเส้นใย', vi: 'Chuyên gia xơ dệt' }),
  description: text({
    zhHant: '說明天然與人造纖維的結構、強度、吸濕、染色與用途，並協助比較與選料。',
    en: 'Explains the structure, strength, moisture uptake, dyeing and uses of natural and man-made fibers, and helps to compare and choose.',
    ja: '天然繊維と化学繊維の構造・強度・吸湿性・染色性・用途を説明し、比較や素材選びを支援します。',
    th: 'อธิบายโครงสร้าง ความแข็งแรง การดูดความชื้น การย้อมสี และการใช้งานของเส้นใยธรรมชาติและเส้นใยประดิษฐ์ พร้อมช่วยเปรียบเทียบและเลือกวัสดุ',
    vi: 'Giải thích cấu trúc, độ bền, khả năng hút ẩm, nhuộm màu và ứng dụng của xơ tự nhiên và xơ nhân tạo, giúp so sánh và chọn vật liệu.',
  }),
  userPrompt: 'You are an expert in textile fibers. Give values with their units and say under which conditions they hold.',
  recommendedQuestions: [
    question(
      {
        zhHant: '比較棉與聚酯',
        en: 'Cotton or polyester',
        ja: '綿とポリエステルの比較',
        th: 'เปรียบเทียบฝ้ายกับโพลีเอสเตอร์',
        vi: 'So sánh bông và polyester',
      },
      {
        zhHant: '請用表格比較棉與聚酯的強度、回潮率、抗皺性與染色性。',
        en: 'Compare cotton and polyester in a table: strength, moisture regain, crease resistance and dyeing.',
        ja: '綿とポリエステルの強度、公定水分率、防しわ性、染色性を表で比較してください。',
        th: 'ช่วยเปรียบเทียบความแข็งแรง ค่าความชื้นกลับ ความทนยับ และการย้อมสีของฝ้ายกับโพลีเอสเตอร์เป็นตาราง',
        vi: 'Hãy lập bảng so sánh độ bền, độ hồi ẩm, khả năng chống nhàu và khả năng nhuộm của bông và polyester.',
      },
    ),
    question(
      { zhHant: '吸濕排汗的原理', en: 'How wicking works', ja: '吸汗速乾の仕組み', th: 'หลักการระบายเหงื่อ', vi: 'Nguyên lý thấm hút mồ hôi' },
      {
        zhHant: '吸濕排汗布料是怎麼把汗水帶離皮膚的？纖維截面扮演什麼角色？',
        en: 'How does a wicking fabric carry sweat away from the skin, and what does the cross-section of the fiber have to do with it?',
        ja: '吸汗速乾生地はどのように汗を肌から離すのですか。繊維の断面形状はどう関わりますか。',
        th: 'ผ้าระบายเหงื่อพาเหงื่อออกจากผิวได้อย่างไร และรูปหน้าตัดของเส้นใยมีผลอย่างไร',
        vi: 'Vải thấm hút đưa mồ hôi ra khỏi da như thế nào, và hình dạng mặt cắt ngang của xơ có vai trò gì?',
      },
    ),
    question(
      { zhHant: '辨識未知纖維', en: 'Identify a fiber', ja: '未知の繊維の鑑別', th: 'จำแนกเส้นใยที่ไม่รู้ชนิด', vi: 'Nhận biết xơ chưa rõ' },
      {
        zhHant: '手邊有一塊成分不明的布，有哪些簡單的方法可以判斷纖維種類？',
        en: 'I have a fabric of unknown composition. Which simple methods tell me what fibers it is made of?',
        ja: '組成の分からない生地があります。繊維の種類を見分ける簡単な方法を教えてください。',
        th: 'มีผ้าที่ไม่ทราบส่วนประกอบ มีวิธีง่าย ๆ อะไรบ้างที่ช่วยระบุชนิดของเส้นใยได้',
        vi: 'Tôi có một mảnh vải chưa rõ thành phần. Có những cách đơn giản nào để nhận biết loại xơ?',
      },
    ),
    question(
      { zhHant: '回收聚酯', en: 'Recycled polyester', ja: 'リサイクルポリエステル', th: 'โพลีเอสเตอร์รีไซเคิล', vi: 'Polyester tái chế' },
      {
        zhHant: '物理回收與化學回收的聚酯，在品質與環境影響上有什麼差別？',
        en: 'How do mechanically and chemically recycled polyester differ in quality and environmental impact?',
        ja: 'マテリアルリサイクルとケミカルリサイクルのポリエステルは、品質と環境負荷の面でどう違いますか。',
        th: 'โพลีเอสเตอร์ที่รีไซเคิลเชิงกลกับเชิงเคมีต่างกันอย่างไรในด้านคุณภาพและผลกระทบต่อสิ่งแวดล้อม',
        vi: 'Polyester tái chế cơ học và tái chế hóa học khác nhau thế nào về chất lượng và tác động môi trường?',
      },
    ),
  ],
} as const

const standardsGuide = {
  workflow: 'conversation',
  isPublic: false,
  name: text({
    zhHant: '檢測標準專家',
    en: 'Test standards expert',
    ja: '試験規格エキスパート',
    th: 'ผู้เชี่ยวชาญด้านมาตรฐานการทดสอบ',
    vi: 'Chuyên gia tiêu chuẩn thử nghiệm',
  }),
  description: text({
    zhHant: '協助實驗室同仁了解 ISO、AATCC、ASTM、JIS 與 CNS 的紡織檢測方法。',
    en: 'Helps the laboratory to find its way through the textile test methods of ISO, AATCC, ASTM, JIS and CNS.',
    ja: 'ISO、AATCC、ASTM、JIS、CNS の繊維試験方法について試験室の業務を支援します。',
    th: 'ช่วยห้องปฏิบัติการทำความเข้าใจวิธีทดสอบสิ่งทอของ ISO, AATCC, ASTM, JIS และ CNS',
    vi: 'Giúp phòng thí nghiệm nắm vững các phương pháp thử dệt may của ISO, AATCC, ASTM, JIS và CNS.',
  }),
  userPrompt: 'You help a textile testing laboratory. Name the standard and its part, and advise to check the edition in force.',
  recommendedQuestions: [
    question(
      { zhHant: '水洗色牢度', en: 'Fastness to washing', ja: '洗濯堅ろう度', th: 'ความคงทนของสีต่อการซัก', vi: 'Độ bền màu với giặt' },
      {
        zhHant: 'ISO 105-C06 與 AATCC 61 的水洗色牢度試驗有哪些主要差異？',
        en: 'What are the main differences between the washing fastness tests of ISO 105-C06 and AATCC 61?',
        ja: 'ISO 105-C06 と AATCC 61 の洗濯堅ろう度試験の主な違いは何ですか。',
        th: 'การทดสอบความคงทนของสีต่อการซักตาม ISO 105-C06 กับ AATCC 61 ต่างกันที่สำคัญอย่างไรบ้าง',
        vi: 'Phép thử độ bền màu với giặt theo ISO 105-C06 và AATCC 61 khác nhau ở những điểm chính nào?',
      },
    ),
    question(
      { zhHant: '試驗前的調理', en: 'Conditioning samples', ja: '試験前の調湿', th: 'การปรับสภาวะตัวอย่าง', vi: 'Điều hòa mẫu thử' },
      {
        zhHant: '紡織品物性試驗前，標準大氣的溫濕度與調理時間應該如何設定？',
        en: 'Which temperature, humidity and time are needed to condition textiles before physical tests?',
        ja: '繊維製品の物性試験の前に、標準状態の温湿度と調湿時間をどう設定すればよいですか。',
        th: 'ก่อนทดสอบสมบัติทางกายภาพของสิ่งทอ ต้องตั้งอุณหภูมิ ความชื้น และเวลาปรับสภาวะเท่าใด',
        vi: 'Trước khi thử tính chất cơ lý của vật liệu dệt, cần đặt nhiệt độ, độ ẩm và thời gian điều hòa như thế nào?',
      },
    ),
    question(
      {
        zhHant: '選擇耐磨試驗',
        en: 'Choose an abrasion test',
        ja: '摩耗試験の選び方',
        th: 'เลือกวิธีทดสอบการขัดถู',
        vi: 'Chọn phép thử mài mòn',
      },
      {
        zhHant: '沙發布要做耐磨試驗，該選 Martindale 還是 Wyzenbeek？判定方式有何不同？',
        en: 'For an upholstery fabric, should I choose Martindale or Wyzenbeek, and how do their end points differ?',
        ja: '椅子張り地の摩耗試験にはマーチンデール法とワイゼンビーク法のどちらが適していますか。判定方法の違いも教えてください。',
        th: 'ผ้าบุเฟอร์นิเจอร์ควรทดสอบการขัดถูด้วยวิธี Martindale หรือ Wyzenbeek และเกณฑ์ตัดสินต่างกันอย่างไร',
        vi: 'Với vải bọc nội thất nên chọn phép thử mài mòn Martindale hay Wyzenbeek, và cách đánh giá khác nhau ra sao?',
      },
    ),
  ],
} as const

const writingAssistant = {
  workflow: 'writing',
  isPublic: true,
  name: text({
    zhHant: '翻譯與寫作專家',
    en: 'Translation and writing expert',
    ja: '翻訳・文章作成エキスパート',
    th: 'ผู้เชี่ยวชาญด้านการแปลและการเขียน',
    vi: 'Chuyên gia dịch và viết',
  }),
  description: text({
    zhHant: '翻譯技術文件、潤飾報告與信件，並保留專業術語、數值與單位。',
    en: 'Translates technical documents and polishes reports and letters, keeping terms, figures and units intact.',
    ja: '技術文書の翻訳や報告書・メールの推敲を、専門用語・数値・単位を保ったまま行います。',
    th: 'แปลเอกสารทางเทคนิคและปรับแก้รายงานกับจดหมาย โดยคงศัพท์เฉพาะ ตัวเลข และหน่วยไว้ครบถ้วน',
    vi: 'Dịch tài liệu kỹ thuật, chỉnh sửa báo cáo và thư từ, giữ nguyên thuật ngữ, số liệu và đơn vị.',
  }),
  userPrompt: '',
  recommendedQuestions: [
    question(
      {
        zhHant: '潤飾檢測報告',
        en: 'Polish a test report',
        ja: '試験報告書の推敲',
        th: 'ปรับแก้รายงานผลทดสอบ',
        vi: 'Chỉnh sửa báo cáo thử nghiệm',
      },
      {
        zhHant: '請把這段文字改寫成正式的檢測報告用語：「這塊布洗了五次之後縮了一點，顏色也有點掉。」',
        en: 'Rewrite this in the formal language of a test report: “After five washes the fabric shrank a bit and lost some color.”',
        ja: '次の文を試験報告書にふさわしい表現に直してください。「この生地は 5 回洗ったら少し縮んで、色も少し落ちました。」',
        th: 'ช่วยเรียบเรียงข้อความนี้เป็นภาษาทางการสำหรับรายงานผลทดสอบ: “ซักไปห้าครั้งแล้วผ้าหดนิดหน่อยและสีก็ซีดลงบ้าง”',
        vi: 'Hãy viết lại câu này theo văn phong trang trọng của báo cáo thử nghiệm: “Giặt năm lần thì vải co một chút và hơi phai màu.”',
      },
    ),
    question(
      {
        zhHant: '回覆客戶詢價',
        en: 'Answer a request for prices',
        ja: '見積依頼への返信',
        th: 'ตอบลูกค้าที่ขอราคา',
        vi: 'Trả lời yêu cầu báo giá',
      },
      {
        zhHant: '請寫一封回覆客戶詢價的英文信，說明布料起染長度為 500 碼，交期四週。',
        en: 'Write a reply to a customer who asks for prices: the minimum dye lot is 500 yards and delivery takes four weeks.',
        ja: '見積依頼への英文の返信を書いてください。最小染色ロットは 500 ヤード、納期は 4 週間です。',
        th: 'ช่วยเขียนอีเมลภาษาอังกฤษตอบลูกค้าที่ขอราคา โดยแจ้งว่าย้อมขั้นต่ำ 500 หลา และใช้เวลาส่งมอบสี่สัปดาห์',
        vi: 'Hãy viết thư tiếng Anh trả lời khách hỏi giá: lượng nhuộm tối thiểu 500 yard, giao hàng trong bốn tuần.',
      },
    ),
    question(
      {
        zhHant: '翻譯染整術語',
        en: 'Translate finishing terms',
        ja: '染色加工用語の翻訳',
        th: 'แปลศัพท์งานย้อมและตกแต่ง',
        vi: 'Dịch thuật ngữ nhuộm hoàn tất',
      },
      {
        zhHant: '請把下列染整術語譯成英文並各用一句話說明：絲光、燒毛、退漿、定型、預縮。',
        en: 'Translate these finishing terms into Traditional Chinese and explain each in a sentence: mercerising, singeing, desizing, heat setting, sanforising.',
        ja: '次の染色加工用語を英語に訳し、一文ずつ説明してください。シルケット加工、毛焼き、糊抜き、ヒートセット、サンフォライズ加工。',
        th: 'ช่วยแปลศัพท์งานตกแต่งต่อไปนี้เป็นภาษาอังกฤษและอธิบายคำละหนึ่งประโยค: การชุบมัน การเผาขน การลอกแป้ง การเซตด้วยความร้อน การกันหด',
        vi: 'Hãy dịch các thuật ngữ hoàn tất sau sang tiếng Anh và giải thích mỗi từ bằng một câu: làm bóng, đốt lông, rũ hồ, định hình nhiệt, phòng co.',
      },
    ),
  ],
} as const

/** Answers from the sample collection. */
export const handbookExpert = {
  isPublic: true,
  name: text({
    zhHant: '檢測手冊專家',
    en: 'Testing handbook expert',
    ja: '試験ハンドブックエキスパート',
    th: 'ผู้เชี่ยวชาญด้านคู่มือการทดสอบ',
    vi: 'Chuyên gia sổ tay thử nghiệm',
  }),
  description: text({
    zhHant: '只根據《紡織品檢測手冊》回答，並註明引用的段落。',
    en: 'Answers only from the handbook of textile testing, and cites its passages.',
    ja: '「繊維試験ハンドブック」だけに基づいて回答し、引用したパッセージを示します。',
    th: 'ตอบจาก “คู่มือการทดสอบสิ่งทอ” เท่านั้น พร้อมอ้างอิงช่วงข้อความ',
    vi: 'Chỉ trả lời dựa trên “Sổ tay thử nghiệm dệt may” và trích dẫn đoạn văn.',
  }),
  userPrompt: '',
  recommendedQuestions: [
    question(
      { zhHant: '標準大氣', en: 'Standard atmosphere', ja: '標準状態', th: 'บรรยากาศมาตรฐาน', vi: 'Môi trường chuẩn' },
      {
        zhHant: '標準大氣的溫度與濕度是多少？',
        en: 'What are the temperature and humidity of the standard atmosphere?',
        ja: '標準状態の温度と湿度はいくつですか。',
        th: 'บรรยากาศมาตรฐานมีอุณหภูมิและความชื้นเท่าใด',
        vi: 'Môi trường chuẩn có nhiệt độ và độ ẩm bao nhiêu?',
      },
    ),
    question(
      { zhHant: '換算紗支', en: 'Convert a yarn count', ja: '番手の換算', th: 'แปลงเบอร์เส้นด้าย', vi: 'Đổi chi số sợi' },
      {
        zhHant: '英制紗支如何換算成 tex？',
        en: 'How is the English cotton count converted to tex?',
        ja: '英式綿番手をテックスに換算するには。',
        th: 'แปลงเบอร์เส้นด้ายฝ้ายระบบอังกฤษเป็นเท็กซ์อย่างไร',
        vi: 'Đổi chi số Anh của sợi bông ra tex như thế nào?',
      },
    ),
    question(
      { zhHant: '辨識纖維', en: 'Identify fibers', ja: '繊維の鑑別', th: 'จำแนกเส้นใย', vi: 'Nhận biết xơ' },
      {
        zhHant: '怎麼判斷一塊布是什麼纖維做的？',
        en: 'How do I find out what fibers a fabric is made of?',
        ja: '生地がどの繊維でできているか、どうやって鑑別しますか。',
        th: 'จะจำแนกว่าผ้าทำจากเส้นใยอะไรได้อย่างไร',
        vi: 'Làm thế nào để nhận biết vải được làm từ xơ gì?',
      },
    ),
  ],
}

export const assistants = { institute: [fiberExpert, standardsGuide, writingAssistant], neighbor: [fiberExpert] } as const
