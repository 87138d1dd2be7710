const traditionalOf: Readonly<Record<string, string>> = {
  态: '態',
  强: '強',
  轧: '軋',
  纺: '紡',
  喷: '噴',
  缩: '縮',
  伸长: '伸長',
  断裂: '斷裂',
  湿: '濕',
  绝: '絕',
  阴: '陰',
  拧: '擰',
}

/** What stands behind a number, and what only begins like it. */
const countedWords = [
  ['只', '隻'],
  ...['只有', '只是', '只能', '只要', '只用', '只在', '只限'].map((word) => [word, word] as const),
  ['只会', '只會'],
  ['只需', '只需'],
  ['周', '週'],
  ['周长', '周長'],
  ['周向', '周向'],
  ['周岁', '週歲'],
] as const

// Where a textile laboratory says it otherwise than OpenCC's dictionary: 檢測程序 is a procedure and no software, 檢測項目 no
// project, and 質量 is a mass unless it is about how good something is. Simplified on the left, as Taiwan writes it on the right.
export const taiwanPhrases: readonly (readonly [simplified: string, traditional: string])[] = [
  ['质量控制', '品質控制'],
  ['质量管理', '品質管理'],
  ['质量保证', '品質保證'],
  ['质量检验', '品質檢驗'],
  ['质量检测', '品質檢測'],
  ['质量标准', '品質標準'],
  ['质量要求', '品質要求'],
  ['质量问题', '品質問題'],
  ['质量等级', '品質等級'],
  ['质量稳定', '品質穩定'],
  ['产品质量', '產品品質'],
  ['成品质量', '成品品質'],
  ['面料质量', '面料品質'],
  ['织物质量', '織物品質'],
  ['纱线质量', '紗線品質'],
  ['染色质量', '染色品質'],
  ['服务质量', '服務品質'],
  ['高质量', '高品質'],
  ['检测项目', '檢測項目'],
  ['测试项目', '測試項目'],
  ['检验项目', '檢驗項目'],
  ['试验项目', '試驗項目'],
  ['检测程序', '檢測程序'],
  ['测试程序', '測試程序'],
  ['检验程序', '檢驗程序'],
  ['试验程序', '試驗程序'],
  ['操作程序', '操作程序'],
  ['工艺程序', '製程程序'],
  ['工艺参数', '製程參數'],
  ['技术参数', '技術參數'],
  ['参数', '參數'],
  ['粘胶纤维', '黏膠纖維'],
  ['技术文件', '技術文件'],
  // 和面 and 白面 are about dough.
  ...['和', '白', '下', '干', '冷', '热', '炒', '拌', '精', '杂', '湿', '细', '粗', '宽', '硬', '黑', '米', '制', '油'].map(
    (before) => [`${before}面料`, `${before}面料`] as const,
  ),
  // In a laboratory 循环 is no loop of a program, 剪切 no clipboard, and 连接 no line to a server.
  ['设备', '設備'],
  ['循环', '循環'],
  ['剪切', '剪切'],
  ['剪切板', '剪貼簿'],
  ['连接', '連接'],
  ['电磁屏蔽', '電磁屏蔽'],
  ['卷绕', '捲繞'],
  ['卷装', '捲裝'],
  ['复丝', '複絲'],
  // OpenCC writes 溼, which is the standard of the ministry and in no textbook of the trade.
  ['湿', '濕'],
  // What is done dry; otherwise 干 is 幹.
  ...['态', '强', '轧', '摩擦', '纺', '喷', '磨', '蒸', '缩', '定形', '定型', '伸长', '整理', '断裂', '湿'].map(
    (what) => [`干${what}`, `乾${traditionalOf[what] ?? what}`] as const,
  ),
  ...['甩', '绝', '速', '阴', '拧'].map((how) => [`${how}干`, `${traditionalOf[how] ?? how}乾`] as const),
  // OpenCC knows only the numbers that are written as words.
  ...'0123456789０１２３４５６７８９'
    .split('')
    .flatMap((digit) => countedWords.map(([word, traditional]) => [digit + word, digit + traditional] as const)),
  ['力学性能', '力學性能'],
  ['物理性能', '物理性能'],
]
