import type { Voice } from './voice.ts'

/** The texts of a model that prefers Simplified Chinese: constant, so that tests can compare them. */
export const simplifiedChinese: Voice = {
  title: () => '织物质量与软件',

  thought: () => '用户想了解这个问题。我应该先说明织物的质量，再介绍检测软件。',

  answer: () =>
    [
      '## 织物质量与检测软件',
      '皇后的头发很干燥，这块**面料**的经纬密度会影响染色牢度。请看 https://example.com/软件/说明 与 `数据库` 变量。',
      '```python\n软件 = "质量"  # 变量\n```',
      '> 原文：织物在干燥后收缩，软件记录数据。',
      '报告写道：「织物在干燥后收缩，强度下降。」这个软件很好。',
    ].join('\n\n'),
}
