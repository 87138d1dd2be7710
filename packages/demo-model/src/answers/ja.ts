import { formatFacts, formatPassages, type Voice } from './voice.ts'

export const japanese: Voice = {
  title: ({ keyWords }) => (keyWords.length > 0 ? `${keyWords.slice(0, 3).join('・')}について` : '新しいチャット'),

  thought: ({ question, keyWords, earlierMessages, passages }) =>
    `質問は「${question}」です。` +
    (keyWords.length > 0 ? `要点となる言葉は${keyWords.join('、')}です。` : '特に目立つ言葉はありません。') +
    `${earlierMessages > 0 ? `これまでに ${earlierMessages} 件のメッセージがあるので、それも踏まえます。` : 'これは会話の始まりです。'}\n\n` +
    (passages.length > 0
      ? `参考資料を ${passages.length} 件受け取ったので、それに基づいて出典を示しながら答えます。`
      : '参考資料は受け取っていません。') +
    '私はデモ用のモデルで、この話題そのものについては何も知りません。そのことをはっきり伝え、受け取った内容を示すことにします。',

  answer: (facts) =>
    [
      '## デモ用モデルの回答',
      '私は**デモ用のモデル**です。このプラットフォームの動きをお見せすることはできますが、自分の知識は持っていません。' +
        '本当の回答を得るには、実際のモデルを接続してください。',
      `ご質問は次のとおりです。\n\n> ${facts.question || '（空白）'}`,
      facts.passages.length > 0
        ? `受け取った参考資料には、次のように書かれています。\n\n${formatPassages(facts)}`
        : '実際のモデルであれば、次のように進めます。\n\n' +
          `1. **${facts.keyWords.join('**、**') || 'ご質問'}**について、何を知りたいのかを整理します。\n` +
          '2. これまでの会話と照らし合わせます。\n3. 選ばれた言語で答え、資料があれば出典を添えます。',
      '| 受け取った内容 | 値 |\n| --- | --- |\n' +
        `| キーワード | ${facts.keyWords.join('、') || '–'} |\n| これまでのメッセージ | ${facts.earlierMessages} 件 |\n` +
        `| 参考資料 | ${facts.passages.length} 件 |\n| 画像 | ${facts.images} 枚 |\n| 質問の文字数 | ${facts.questionCharacters} |`,
      ...(facts.wantsCode ? [`同じ内容をコードで表すと、次のようになります。\n\n${formatFacts(facts)}`] : []),
      'ほかにもご質問があれば、どうぞお気軽に。同じように丁寧にお答えしますが、中身はデモのままです。',
    ].join('\n\n'),
}
