import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertToTraditional, loadTraditionalConverter } from './traditional-converter.ts'

const createFilter = await loadTraditionalConverter()

/** Cuts a text at some places, and joins what the filter makes of the pieces. */
function convertIn(pieces: readonly string[]): string {
  const filter = createFilter()
  return pieces.map((piece) => filter.push(piece)).join('') + filter.finish()
}
const convert = (text: string) => convertIn([text])

describe('Simplified Chinese', () => {
  test.each([
    ['皇后的头发干燥后容易断裂。', '皇后的頭髮乾燥後容易斷裂。'],
    ['这块面料的里程碑意义在于纤维的发展。', '這塊面料的里程碑意義在於纖維的發展。'],
    ['软件升级后，网络打印机可以直接打印检测报告。', '軟體升級後，網路印表機可以直接列印檢測報告。'],
    ['织物的经纬密度会影响染色牢度。', '織物的經緯密度會影響染色牢度。'],
    ['涤纶与棉混纺的纱线需要先干燥再称重。', '滌綸與棉混紡的紗線需要先乾燥再稱重。'],
    ['这台机器的质量是三公斤，产品质量很好。', '這臺機器的質量是三公斤，產品品質很好。'],
    ['检测程序分为三步，检测项目共五个。', '檢測程序分為三步，檢測項目共五個。'],
    ['程序员在数据库里复制了一个文件。', '程式設計師在資料庫裡複製了一個檔案。'],
    ['台湾的纺织业从台北开始。', '臺灣的紡織業從臺北開始。'],
    ['他只买了一只手表和几个茶几。', '他只買了一隻手錶和幾個茶几。'],
    ['头发和出发是两个不同的词。', '頭髮和出發是兩個不同的詞。'],
    ['范仲淹说这个范围太大。', '范仲淹說這個範圍太大。'],
    ['面条和面料的「面」在繁体中文里不同。', '麵條和面料的「面」在繁體中文裡不同。'],
    ['乾隆年间的丝绸干净而且结实。', '乾隆年間的絲綢乾淨而且結實。'],
    ['我们用优质的视频展示织布的过程。', '我們用優質的影片展示織布的過程。'],
    ['默认设置保存在硬盘上，通过服务器同步。', '預設設定儲存在硬碟上，通過伺服器同步。'],
    ['谷物与山谷，制造与制度，复杂与回复。', '穀物與山谷，製造與制度，複雜與回覆。'],
    ['素面料和面料样品不同，白面料与切面料各一份。', '素面料和面料樣品不同，白面料與切面料各一份。'],
    ['松树很松，所以要系紧。', '松樹很鬆，所以要繫緊。'],
    ['准备3只样品、12只纱管和５台机器，3周后完成。', '準備3隻樣品、12隻紗管和５臺機器，3週後完成。'],
    ['表1只有一项，图2只是示意，1周长约2米。', '表1只有一項，圖2只是示意，1周長約2米。'],
    ['布宽1.5米，重200克/平方米，60℃干燥30分钟，误差±0.5%。', '布寬1.5米，重200克/平方米，60℃乾燥30分鐘，誤差±0.5%。'],
    ['干态强力、湿强与干强之比，干摩擦、甩干与速干面料。', '乾態強力、濕強與乾強之比，乾摩擦、甩乾與速乾面料。'],
    ['这台设备做5000次循环的剪切强度试验。', '這臺設備做5000次循環的剪切強度試驗。'],
    ['卷绕、卷装与复丝的吸湿性，以及电磁屏蔽。', '捲繞、捲裝與複絲的吸濕性，以及電磁屏蔽。'],
  ])('%s', (simplified, traditional) => {
    expect(convert(simplified)).toBe(traditional)
  })

  test('is recognised by a later clause when the first one could be either', () => {
    expect(convert('保持干燥，避免阳光直射。')).toBe('保持乾燥，避免陽光直射。')
  })

  test('is converted when a text goes over to it', () => {
    expect(convert('這是第一段。\n\n这是第二段，只有一只样品。')).toBe('這是第一段。\n\n這是第二段，只有一隻樣品。')
  })

  test('within a Traditional clause is converted by itself', () => {
    expect(convert('這裡的台灣軟體和软件是一樣的')).toBe('這裡的台灣軟體和軟體是一樣的')
  })
})

describe('Traditional Chinese', () => {
  test.each([
    '台灣的紡織業在這裡發展了五十年，臺北與台中都有實驗室。',
    '皇后只買了一只手錶，才剛回到家裏。',
    '他穿着大衣，看著窗外的台階，纔想起乾燥機還沒關。',
    '這個計劃的項目包括程序、文件與質量三個部分。',
    '里長說公里數不對，面料後面還有布。',
    '范先生乾脆把麵條吃了，頭髮也沒吹乾。',
    '請支持我們的信息系統，聯繫方式如下：',
    '家具、傢俱、裝修，通過驗收後才付款。',
    '松山的松樹下，大家鬆了一口氣。',
    '於是他向于先生借了三斗米。',
    '染色牢度依 ISO 105-C06 測試，結果為 4–5 級。',
    '香港的巴士、的士和地鐵，網絡與軟件都很方便。',
    '經紗密度每公分 32 根，緯紗密度每公分 28 根。',
    '游泳與遊戲、周末與週末、布匹與佈置。',
    '並非所有纖維都適合，只有少數例外。',
    '他說：「這裡面有什麼？」我答：“沒有。”',
    '| 纖維 | 吸濕率 |\n| --- | --- |\n| 棉 | 8.5% |\n| 羊毛 | 16% |',
  ])('comes out as it went in: %s', (text) => {
    expect(convert(text)).toBe(text)
  })
})

describe('what is left alone', () => {
  test.each([
    [
      'a block of code',
      '代码如下：\n\n```python\nprint("软件")  # 变量\n```\n\n软件完成。',
      '程式碼如下：\n\n```python\nprint("软件")  # 变量\n```\n\n軟體完成。',
    ],
    ['a block within a list', '1. 代码：\n   ~~~\n   数据 = 1\n   ~~~\n2. 数据', '1. 程式碼：\n   ~~~\n   数据 = 1\n   ~~~\n2. 資料'],
    ['code in a line', '变量 `数据库` 与 ``软`件`` 不变。', '變數 `数据库` 與 ``软`件`` 不變。'],
    ['a URL', '请看 https://example.com/软件/说明?词=数据 的说明', '請看 https://example.com/软件/说明?词=数据 的說明'],
    ['no words behind a URL', '请看https://example.com查看软件。', '請看https://example.com檢視軟體。'],
    ['where a link leads', '请看[说明](/docs/软件.md)。', '請看[說明](/docs/软件.md)。'],
    ['an e-mail address', '请写信到 support@example.com 询问。', '請寫信到 support@example.com 詢問。'],
    [
      'a formula',
      '质量为 $m_{\\text{质量}}$，即 \\(\\text{质}\\)：\n$$\n\\text{软件}\n$$\n软件',
      '質量為 $m_{\\text{质量}}$，即 \\(\\text{质}\\)：\n$$\n\\text{软件}\n$$\n軟體',
    ],
    ['no words between two amounts', '价格从 $5 到 $10 的面料。', '價格從 $5 到 $10 的面料。'],
    ['an HTML tag', '<span title="软件">软件</span>，长度<宽度', '<span title="软件">軟體</span>，長度<寬度'],
    [
      'a block quote',
      '原文是：\n\n> 软件质量是指软件与需求一致的程度。\n\n这句话很清楚。',
      '原文是：\n\n> 软件质量是指软件与需求一致的程度。\n\n這句話很清楚。',
    ],
    ['a quotation', '报告写道：「织物在干燥后收缩，强度下降。」这说明收缩。', '報告寫道：「织物在干燥后收缩，强度下降。」這說明收縮。'],
    [
      'a quotation with one in it',
      '他说：“老师告诉我们‘软件’和“硬件”不同，要分清。”对吗？',
      '他說：“老师告诉我们‘软件’和“硬件”不同，要分清。”對嗎？',
    ],
    ['a term that a Traditional text quotes', '大陸所說的「软件」就是臺灣的軟體。', '大陸所說的「软件」就是臺灣的軟體。'],
    [
      'Japanese',
      '日文原句是：\n国際規格、国会図書館で繊維を学ぶ。\n这是日文。',
      '日文原句是：\n国際規格、国会図書館で繊維を学ぶ。\n這是日文。',
    ],
    ['Japanese', '東京、大阪の国会。', '東京、大阪の国会。'],
  ])('%s: %s', (_, text, expected) => {
    expect(convert(text)).toBe(expected)
  })

  test('not a term that Simplified Chinese stresses', () => {
    expect(convert('所谓“软件工程”是一门学科。')).toBe('所謂“軟體工程”是一門學科。')
  })

  test('no longer than to the end of the paragraph when nothing closes it', () => {
    expect(convert('5" 的布 `代码\n\n软件 "质量\n软件 “很长很长很长很长的软件说明\n\n软件')).toBe(
      '5" 的布 `程式碼\n\n軟體 "質量\n軟體 “很长很长很长很长的软件说明\n\n軟體',
    )
    const code = `\`${'代码'.repeat(40)}`
    expect(convert(`软件 ${code}\n\n软件`)).toBe(`軟體 ${code}\n\n軟體`)
  })
})

const mixedAnswers = [
  '## 软件说明\n\n请看 https://example.com/软件?a=数据 与[说明](/软件.md)，运行 `数据库` 后：\n\n```js\nconst 软件 = "质量" // 变量\n```\n\n> 原文：织物的质量\n\n报告写道：「织物在干燥后收缩，强度下降。」价格 $5 到 $10，公式 $m_{\\text{质}}$。',
  '台灣的「软件」叫做軟體。这个软件很好，B超和U盘都可以；<b class="软">质量</b>控制。日本語の国際規格、国会。\n这是中文𠮷字，😀 表情。',
  '保持干燥，只有一只。\n- **涤纶**：强度高\n- **棉**：“吸湿性好”，但“容易起皱、需要熨烫而且干燥较慢”\n\n| 项目 | 参数 |\n| --- | --- |\n| 经纬 | 32×28 |\n',
  'The 软件 (software) says: "质量 is quality", 参考www.example.com/质量，以及亚历杭德罗·冈萨雷斯·伊纳里图的电影没有标点的一段非常长的文字一直写下去没有停顿直到超过六十四个字符为止这样才能检验强制切分的正确性并且确认词语软件不会被切成两半。',
]

describe('a stream', () => {
  test('is the same wherever it is cut', () => {
    for (const answer of mixedAnswers) {
      const whole = convert(answer)
      expect(convertIn([...Array(answer.length).keys()].map((at) => answer.charAt(at)))).toBe(whole)
      fc.assert(
        fc.property(fc.array(fc.nat(answer.length), { maxLength: 40 }), (indexes) => {
          const cuts = [0, ...indexes.toSorted((a, b) => a - b), answer.length]
          expect(convertIn(cuts.slice(1).map((to, index) => answer.slice(cuts[index], to)))).toBe(whole)
        }),
      )
    }
  })

  test('of any text is the same wherever it is cut, and loses nothing but what it converts', () => {
    const token = fc.constantFrom(
      ...'软件质量台灣軟體只一只「」“”"`$<>()[]*~ \n\\/:>。，aZ9の国データ#'.split(''),
      '```',
      'https://',
      '\n\n',
      '$$',
      '😀',
      '](',
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 120 }), (tokens) => {
        const whole = convert(tokens.join(''))
        expect(convertIn(tokens)).toBe(whole)
        expect(whole.replaceAll(/[\p{Script=Han}]/gu, '')).toBe(tokens.join('').replaceAll(/[\p{Script=Han}]/gu, ''))
      }),
      { numRuns: 2_000 },
    )
  })

  test('that was converted stays as it is when it is converted again', () => {
    for (const answer of mixedAnswers) expect(convert(convert(answer))).toBe(convert(answer))
  })

  test('is never held back for more than a clause', () => {
    const filter = createFilter()
    const text = '这里有一个没有标点的长句子'.repeat(40)
    let said = 0
    for (let index = 0; index < text.length; index += 1) {
      said += filter.push(text.charAt(index)).length
      expect(index + 1 - said).toBeLessThanOrEqual(64)
    }
  })
})

test('a whole text is converted the same way', async () => {
  expect(await convertToTraditional('这个软件')).toBe('這個軟體')
})
