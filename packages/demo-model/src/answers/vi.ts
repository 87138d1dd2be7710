import { formatFacts, formatPassages, type Voice } from './voice.ts'

export const vietnamese: Voice = {
  title: ({ questionAsTitle }) => questionAsTitle || 'Cuộc trò chuyện mới',

  thought: ({ question, keyWords, earlierMessages, passages }) =>
    `Người dùng hỏi: “${question}”. ` +
    `${keyWords.length > 0 ? `Các từ khóa là ${keyWords.join(', ')}.` : 'Không có từ nào nổi bật.'} ` +
    `${earlierMessages > 0 ? `Trước đó đã có ${earlierMessages} tin nhắn cần được xem xét.` : 'Đây là phần mở đầu của cuộc trò chuyện.'}\n\n` +
    `${passages.length > 0 ? `Tôi nhận được ${passages.length} đoạn tài liệu, nên cần trả lời dựa trên đó và ghi rõ nguồn.` : 'Tôi không nhận được đoạn tài liệu nào.'} ` +
    'Tôi là mô hình trình diễn và không có kiến thức về chủ đề này, nên tôi phải nói rõ điều đó và trình bày những gì mình nhận được.',

  answer: (facts) =>
    [
      '## Câu trả lời của mô hình trình diễn',
      'Tôi là **mô hình trình diễn**: tôi cho thấy nền tảng hoạt động như thế nào, nhưng không có kiến thức của riêng mình. ' +
        'Hãy kết nối một mô hình thật để nhận được câu trả lời thật.',
      `Bạn đã hỏi:\n\n> ${facts.question || '(trống)'}`,
      facts.passages.length > 0
        ? `Các đoạn tài liệu tôi nhận được cho biết:\n\n${formatPassages(facts)}`
        : 'Một mô hình thật sẽ thực hiện các bước sau:\n\n' +
          `1. Xác định bạn muốn biết điều gì về **${facts.keyWords.join('**, **') || 'câu hỏi của bạn'}**.\n` +
          '2. Đối chiếu với những gì đã trao đổi trước đó.\n3. Trả lời bằng ngôn ngữ bạn đã chọn, kèm nguồn nếu có.',
      '| Những gì tôi nhận được | Giá trị |\n| --- | --- |\n' +
        `| Từ khóa | ${facts.keyWords.join(', ') || '–'} |\n| Tin nhắn trước đó | ${facts.earlierMessages} |\n` +
        `| Đoạn tài liệu | ${facts.passages.length} |\n| Hình ảnh | ${facts.images} |\n| Số ký tự của câu hỏi | ${facts.questionCharacters} |`,
      ...(facts.wantsCode ? [`Viết dưới dạng mã thì như sau:\n\n${formatFacts(facts)}`] : []),
      'Bạn cứ hỏi tiếp: tôi sẽ vẫn trả lời lịch sự như vậy, nhưng nội dung vẫn chỉ mang tính trình diễn.',
    ].join('\n\n'),
}
