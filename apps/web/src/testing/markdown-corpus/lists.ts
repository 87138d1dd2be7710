// Lists, rules and code.
import type { CorpusText } from './corpus-text.ts'

export const lists: readonly CorpusText[] = [
  ['zhHant', '99. 甲\n100. 乙', '<ol start="99">\n<li>甲</li>\n<li>乙</li>\n</ol>'],
  ['zhHant', '- [x] 完成\n- [ ] **「待辦」**事項', '<ul>\n<li>☑ 完成</li>\n<li>☐ <strong>「待辦」</strong>事項</li>\n</ul>'],
  [
    'ja',
    '1. 一\n   - 二\n     1. 三',
    '<ol start="1">\n<li>一\n<ul>\n<li>二\n<ol start="1">\n<li>三</li>\n</ol>\n</li>\n</ul>\n</li>\n</ol>',
  ],
  ['th', '1. ก\n\n2. ข', '<ol start="1">\n<li>\n<p>ก</p>\n</li>\n<li>\n<p>ข</p>\n</li>\n</ol>'],
  ['vi', '* một\n* **hai:**ba', '<ul>\n<li>một</li>\n<li><strong>hai:</strong>ba</li>\n</ul>'],
  ['en', '1. a\n1. b\n1. c', '<ol start="1">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
  ['en', 'Hello\n\n---\n\n```js\nconst a = 1\n```', '<p>Hello</p><hr><pre><code>const a = 1</code></pre>'],
  [
    'zhHant',
    '1. 甲\n\n   **「乙」**丙\n2. 丁',
    '<ol start="1">\n<li>\n<p>甲</p>\n<p><strong>「乙」</strong>丙</p>\n</li>\n<li>\n<p>丁</p>\n</li>\n</ol>',
  ],
  ['en', '- a\n\n      code', '<ul>\n<li>\n<p>a</p>\n<pre><code>code</code></pre>\n</li>\n</ul>'],
]
