import { formatFacts, formatPassages, type Voice } from './voice.ts'

export const traditionalChinese: Voice = {
  title: ({ keyWords }) => (keyWords.length > 0 ? `關於${keyWords.slice(0, 3).join('、')}` : '新對話'),

  thought: ({ question, keyWords, earlierMessages, passages }) =>
    `使用者的問題是：「${question}」。` +
    (keyWords.length > 0 ? `其中的關鍵詞是${keyWords.join('、')}。` : '其中沒有特別突出的關鍵詞。') +
    `${earlierMessages > 0 ? `先前已有 ${earlierMessages} 則訊息，需要一併考慮。` : '這是這段對話的開頭。'}\n\n` +
    (passages.length > 0 ? `我收到了 ${passages.length} 段參考資料，應該根據這些資料回答並標明出處。` : '我沒有收到任何參考資料。') +
    '我是示範模型，對這個主題本身一無所知，所以必須清楚說明這一點，並把收到的內容呈現出來。',

  answer: (facts) =>
    [
      '## 示範模型的回答',
      '我是**示範模型**：我可以展示平台如何運作，但沒有自己的知識。請連接真正的模型，才能得到真正的答案。',
      `您的問題是：\n\n> ${facts.question || '（空白）'}`,
      facts.passages.length > 0
        ? `我收到的參考資料提到：\n\n${formatPassages(facts)}`
        : '真正的模型接下來會這樣做：\n\n' +
          `1. 釐清您想了解**${facts.keyWords.join('**、**') || '什麼'}**的哪些方面。\n` +
          '2. 對照先前的對話內容。\n3. 用您選擇的語言回答，並在有資料時附上出處。',
      '| 我收到的內容 | 值 |\n| --- | --- |\n' +
        `| 關鍵詞 | ${facts.keyWords.join('、') || '–'} |\n| 先前的訊息 | ${facts.earlierMessages} 則 |\n` +
        `| 參考資料 | ${facts.passages.length} 段 |\n| 圖片 | ${facts.images} 張 |\n| 問題的字數 | ${facts.questionCharacters} |`,
      ...(facts.wantsCode ? [`用程式碼表示如下：\n\n${formatFacts(facts)}`] : []),
      '歡迎繼續提問，我會同樣有禮貌地回答，只是內容依然僅供示範。',
    ].join('\n\n'),
}
